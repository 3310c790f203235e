ALTER TABLE "text_messages" ALTER COLUMN "lawyer_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "text_messages" ADD COLUMN "code_id" text;--> statement-breakpoint
CREATE INDEX "text_messages_code" ON "text_messages" USING btree ("created_at") WHERE code_id is not null;--> statement-breakpoint
ALTER TABLE "text_messages" ADD CONSTRAINT "text_messages_content" CHECK (("text_messages"."lawyer_id" is null) <> ("text_messages"."code_id" is null));