ALTER TABLE "lawyers" ADD COLUMN "is_email_unproven" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- The addresses that lawyers have written into their own records so far, by the log; those of applicants are from their forms.
DO $$ DECLARE firm integer; BEGIN
  PERFORM set_config('app.every_firm', 'on', true);
  FOR firm IN SELECT firm_id FROM firms LOOP
    PERFORM set_config('app.firm_id', firm::text, true);
    UPDATE lawyers SET is_email_unproven = 1 WHERE firm_id = firm AND email IS NOT NULL AND (source = 3 OR EXISTS (
      SELECT FROM logs WHERE logs.firm_id = firm AND logs.target_type = 'lawyers' AND logs.target_id = lawyers.id
        AND logs.operator_type = 2 AND logs.operator_id = lawyers.id AND logs.action = 'update' AND logs.diff @> '[{"field":"email"}]'));
  END LOOP;
  PERFORM set_config('app.firm_id', '', true);
  PERFORM set_config('app.every_firm', '', true);
END $$;
