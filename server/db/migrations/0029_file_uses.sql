CREATE TABLE "file_uses" (
	"firm_id" integer NOT NULL,
	"path" text NOT NULL,
	"entity" text NOT NULL,
	"record" text NOT NULL,
	CONSTRAINT "file_uses_firm_id_path_entity_record_pk" PRIMARY KEY("firm_id","path","entity","record")
);
--> statement-breakpoint
ALTER TABLE "file_uses" ADD CONSTRAINT "file_uses_file_fk" FOREIGN KEY ("firm_id","path") REFERENCES "public"."files"("firm_id","path") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "file_uses_record" ON "file_uses" USING btree ("firm_id","entity","record");