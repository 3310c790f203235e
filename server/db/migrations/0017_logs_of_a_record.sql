DROP INDEX "logs_target";--> statement-breakpoint
CREATE INDEX "logs_target" ON "logs" USING btree ("firm_id","target_type","target_id","created_at" DESC NULLS LAST,"important");