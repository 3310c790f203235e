ALTER TABLE "lawyers" ADD COLUMN "successor_id" bigint;--> statement-breakpoint
ALTER TABLE "lawyers" ADD COLUMN "remove_on" date;--> statement-breakpoint
CREATE INDEX "lawyers_remove_on" ON "lawyers" USING btree ("remove_on") WHERE remove_on is not null and deleted_at is null;