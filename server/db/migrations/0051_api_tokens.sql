CREATE TABLE "api_tokens" (
	"id" bigserial NOT NULL,
	"firm_id" integer NOT NULL,
	"name" text NOT NULL,
	"token_hash" text NOT NULL,
	"tail" text NOT NULL,
	"admin_id" bigint NOT NULL,
	"capabilities" jsonb NOT NULL,
	"last_day" date NOT NULL,
	"expire_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" text,
	"created_by_name" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by_name" text,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "api_tokens_firm_id_id_pk" PRIMARY KEY("firm_id","id")
);
--> statement-breakpoint
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_owner_fk" FOREIGN KEY ("firm_id","admin_id") REFERENCES "public"."admins"("firm_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "api_tokens_hash" ON "api_tokens" USING btree ("firm_id","token_hash");--> statement-breakpoint
CREATE INDEX "api_tokens_owner" ON "api_tokens" USING btree ("firm_id","admin_id");--> statement-breakpoint
CREATE INDEX "api_tokens_created" ON "api_tokens" USING btree ("firm_id","created_at" DESC NULLS LAST,"id");