ALTER TABLE "lawyers" ADD COLUMN "is_email_unproven" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- The addresses that lawyers have written into their own records so far, by the log; those of applicants are from their forms.
UPDATE "lawyers" SET "is_email_unproven" = 1 WHERE "email" IS NOT NULL AND ("source" = 3 OR EXISTS (
  SELECT FROM "logs" WHERE "logs"."firm_id" = "lawyers"."firm_id" AND "logs"."target_type" = 'lawyers' AND "logs"."target_id" = "lawyers"."id"
    AND "logs"."operator_type" = 2 AND "logs"."operator_id" = "lawyers"."id" AND "logs"."action" = 'update'
    AND "logs"."diff" @> '[{"field":"email"}]'));
