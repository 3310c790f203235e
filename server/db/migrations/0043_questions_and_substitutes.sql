CREATE TABLE "card_assignments" (
	"firm_id" integer NOT NULL,
	"card_id" bigint NOT NULL,
	"admin_id" bigint NOT NULL,
	"assigned_at" timestamp with time zone NOT NULL,
	"assigned_by_name" text NOT NULL,
	CONSTRAINT "card_assignments_firm_id_card_id_pk" PRIMARY KEY("firm_id","card_id")
);
--> statement-breakpoint
CREATE TABLE "card_questions" (
	"id" bigserial NOT NULL,
	"firm_id" integer NOT NULL,
	"card_id" bigint NOT NULL,
	"submitted_at" timestamp with time zone,
	"field" text,
	"question" text NOT NULL,
	"asked_by_id" bigint NOT NULL,
	"asked_by_name" text NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"answer" text,
	"answered_at" timestamp with time zone,
	CONSTRAINT "card_questions_firm_id_id_pk" PRIMARY KEY("firm_id","id")
);
--> statement-breakpoint
CREATE TABLE "review_substitutes" (
	"id" bigserial NOT NULL,
	"firm_id" integer NOT NULL,
	"reviewer_id" bigint NOT NULL,
	"substitute_id" bigint NOT NULL,
	"start_at" timestamp with time zone NOT NULL,
	"end_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"notified_at" timestamp with time zone,
	CONSTRAINT "review_substitutes_firm_id_id_pk" PRIMARY KEY("firm_id","id")
);
--> statement-breakpoint
ALTER TABLE "card_assignments" ADD CONSTRAINT "card_assignments_card_fk" FOREIGN KEY ("firm_id","card_id") REFERENCES "public"."cards"("firm_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_assignments" ADD CONSTRAINT "card_assignments_admin_fk" FOREIGN KEY ("firm_id","admin_id") REFERENCES "public"."admins"("firm_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_questions" ADD CONSTRAINT "card_questions_card_fk" FOREIGN KEY ("firm_id","card_id") REFERENCES "public"."cards"("firm_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_substitutes" ADD CONSTRAINT "review_substitutes_reviewer_fk" FOREIGN KEY ("firm_id","reviewer_id") REFERENCES "public"."admins"("firm_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_substitutes" ADD CONSTRAINT "review_substitutes_substitute_fk" FOREIGN KEY ("firm_id","substitute_id") REFERENCES "public"."admins"("firm_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "card_assignments_admin" ON "card_assignments" USING btree ("firm_id","admin_id");--> statement-breakpoint
CREATE INDEX "card_questions_card" ON "card_questions" USING btree ("firm_id","card_id","id");--> statement-breakpoint
CREATE INDEX "review_substitutes_reviewer" ON "review_substitutes" USING btree ("firm_id","reviewer_id");--> statement-breakpoint
CREATE INDEX "review_substitutes_substitute" ON "review_substitutes" USING btree ("firm_id","substitute_id","end_at");--> statement-breakpoint
CREATE INDEX "review_substitutes_start" ON "review_substitutes" USING btree ("firm_id","start_at") WHERE notified_at is null;