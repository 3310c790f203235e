CREATE TABLE "batch_records" (
	"firm_id" integer NOT NULL,
	"batch_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"record_id" bigint NOT NULL,
	CONSTRAINT "batch_records_firm_id_kind_record_id_pk" PRIMARY KEY("firm_id","kind","record_id")
);
--> statement-breakpoint
ALTER TABLE "batch_records" ADD CONSTRAINT "batch_records_batch_fk" FOREIGN KEY ("firm_id","batch_id") REFERENCES "public"."batches"("firm_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "batch_records_batch" ON "batch_records" USING btree ("firm_id","batch_id");