CREATE TABLE "card_revisions" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"firm_id" integer NOT NULL,
	"card_id" bigint NOT NULL,
	"version" integer NOT NULL,
	"kind" text NOT NULL,
	"content" jsonb NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"by_name" text
);
--> statement-breakpoint
CREATE TABLE "cards" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"firm_id" integer NOT NULL,
	"lawyer_id" bigint NOT NULL,
	"language" text NOT NULL,
	"organization_id" bigint NOT NULL,
	"content" jsonb NOT NULL,
	"name" text NOT NULL,
	"name_pinyin" text DEFAULT '' NOT NULL,
	"post_code" text,
	"search" text DEFAULT '' NOT NULL,
	"show_status" integer DEFAULT 1 NOT NULL,
	"weight" integer DEFAULT 0 NOT NULL,
	"is_top" integer DEFAULT 0 NOT NULL,
	"audit_status" integer DEFAULT 0 NOT NULL,
	"audit_reason" text,
	"audit_items" jsonb,
	"submitted_at" timestamp with time zone,
	"audited_at" timestamp with time zone,
	"audited_by" text,
	"published" jsonb,
	"published_at" timestamp with time zone,
	"published_version" integer,
	"changed_fields" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"completeness" integer DEFAULT 0 NOT NULL,
	"confirmed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" text,
	"created_by_name" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by_name" text,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp with time zone,
	"deleted_by" text
);
--> statement-breakpoint
CREATE TABLE "areas" (
	"code" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"parent_code" text,
	"level" integer NOT NULL,
	"pinyin" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "files" (
	"path" text PRIMARY KEY NOT NULL,
	"firm_id" integer NOT NULL,
	"owner_population" integer NOT NULL,
	"owner_id" bigint NOT NULL,
	"scene" text NOT NULL,
	"mime" text NOT NULL,
	"size" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "firm_configs" (
	"firm_id" integer NOT NULL,
	"key" text NOT NULL,
	"value" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by_name" text,
	CONSTRAINT "firm_configs_firm_id_key_pk" PRIMARY KEY("firm_id","key")
);
--> statement-breakpoint
CREATE TABLE "firms" (
	"firm_id" integer PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"short_name" text NOT NULL,
	"name_en" text,
	"logo" text,
	"credit_code" text,
	"founded_on" date,
	"intro" text,
	"intro_en" text,
	"home_url" text,
	"app_conf_set" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" text,
	"created_by_name" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by_name" text,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "offices" (
	"organization_id" bigserial PRIMARY KEY NOT NULL,
	"firm_id" integer NOT NULL,
	"is_main" integer DEFAULT 0 NOT NULL,
	"name" text NOT NULL,
	"name_pinyin" text DEFAULT '' NOT NULL,
	"search" text DEFAULT '' NOT NULL,
	"name_en" text,
	"short_name" text,
	"credit_code" text,
	"principal" text,
	"founded_on" date,
	"province_code" text NOT NULL,
	"city_code" text NOT NULL,
	"district_code" text NOT NULL,
	"address" text NOT NULL,
	"address_en" text,
	"longitude" numeric(9, 6),
	"latitude" numeric(9, 6),
	"phone" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"fax" text,
	"email" text,
	"postcode" text,
	"work_hours" text,
	"transport" text,
	"logo" text,
	"cover" text,
	"images" jsonb,
	"intro" text,
	"intro_en" text,
	"video" text,
	"video_cover" text,
	"home_url" text,
	"mp_name" text,
	"mp_app_id" text,
	"mp_path" text,
	"weight" integer DEFAULT 0 NOT NULL,
	"show_status" integer DEFAULT 1 NOT NULL,
	"status" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" text,
	"created_by_name" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by_name" text,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp with time zone,
	"deleted_by" text
);
--> statement-breakpoint
CREATE TABLE "positions" (
	"post_id" bigserial PRIMARY KEY NOT NULL,
	"firm_id" integer NOT NULL,
	"post_name" text NOT NULL,
	"post_code" text NOT NULL,
	"post_level" integer NOT NULL,
	"is_partner" integer DEFAULT 0 NOT NULL,
	"need_licence" integer DEFAULT 0 NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	"enabled" text DEFAULT '1' NOT NULL,
	"remark" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" text,
	"created_by_name" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by_name" text,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "professions" (
	"id" integer PRIMARY KEY NOT NULL,
	"parent_id" integer,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"name_en" text NOT NULL,
	"sort" integer NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "self_professions" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"firm_id" integer NOT NULL,
	"name" text NOT NULL,
	"name_en" text,
	"icon" text,
	"map_to" integer,
	"intro" text,
	"is_top" integer DEFAULT 0 NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	"enabled" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" text,
	"created_by_name" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by_name" text,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "install_secrets" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "security_questions" (
	"firm_id" integer NOT NULL,
	"population" integer NOT NULL,
	"user_id" bigint NOT NULL,
	"question" text NOT NULL,
	"answer_hash" text NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "security_questions_firm_id_population_user_id_pk" PRIMARY KEY("firm_id","population","user_id")
);
--> statement-breakpoint
CREATE TABLE "admins" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"firm_id" integer NOT NULL,
	"account" text NOT NULL,
	"name" text NOT NULL,
	"mobile" text NOT NULL,
	"email" text,
	"avatar" text,
	"organization_id" bigint NOT NULL,
	"office_level" integer NOT NULL,
	"is_system" integer DEFAULT 0 NOT NULL,
	"can_audit" integer DEFAULT 1 NOT NULL,
	"can_export" integer DEFAULT 1 NOT NULL,
	"is_contact" integer DEFAULT 1 NOT NULL,
	"status" integer DEFAULT 1 NOT NULL,
	"remark" text,
	"search" text DEFAULT '' NOT NULL,
	"password_hash" text,
	"must_change_pwd" integer DEFAULT 0 NOT NULL,
	"last_login_at" timestamp with time zone,
	"last_login_ip" text,
	"prefs" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" text,
	"created_by_name" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by_name" text,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp with time zone,
	"deleted_by" text
);
--> statement-breakpoint
CREATE TABLE "counters" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"window_ends_at" timestamp with time zone NOT NULL,
	"blocked_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"firm_id" integer NOT NULL,
	"caller" text NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"answer" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_firm_id_caller_key_pk" PRIMARY KEY("firm_id","caller","key")
);
--> statement-breakpoint
CREATE TABLE "lawyers" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"firm_id" integer NOT NULL,
	"name" text NOT NULL,
	"name_en" text,
	"name_pinyin" text DEFAULT '' NOT NULL,
	"name_initials" text DEFAULT '' NOT NULL,
	"gender" integer,
	"mobile" text NOT NULL,
	"email" text,
	"organization_id" bigint NOT NULL,
	"team" text,
	"employee_no" text,
	"person_type" integer DEFAULT 1 NOT NULL,
	"license_number" text,
	"practice_type" integer,
	"first_practised_year" integer,
	"is_registered_partner" integer DEFAULT 0 NOT NULL,
	"entry_date" date,
	"leave_date" date,
	"status" integer DEFAULT 1 NOT NULL,
	"reject_reason" text,
	"source" integer DEFAULT 1 NOT NULL,
	"wx_bound" integer DEFAULT 0 NOT NULL,
	"avatar" text,
	"assessments" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"consent_version" text,
	"consent_at" timestamp with time zone,
	"remark" text,
	"code_key" text NOT NULL,
	"batch_id" bigint,
	"search" text DEFAULT '' NOT NULL,
	"password_hash" text,
	"must_change_pwd" integer DEFAULT 0 NOT NULL,
	"last_login_at" timestamp with time zone,
	"last_login_ip" text,
	"prefs" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" text,
	"created_by_name" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by_name" text,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp with time zone,
	"deleted_by" text
);
--> statement-breakpoint
CREATE TABLE "one_time_codes" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"firm_id" integer NOT NULL,
	"purpose" text NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"code_hash" text NOT NULL,
	"tries_left" integer NOT NULL,
	"expire_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"id" bigserial NOT NULL,
	"firm_id" integer NOT NULL,
	"population" integer NOT NULL,
	"user_id" bigint NOT NULL,
	"is_remembered" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expire_at" timestamp with time zone NOT NULL,
	"ip" text,
	"device" text
);
--> statement-breakpoint
CREATE TABLE "batches" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"firm_id" integer NOT NULL,
	"kind" text NOT NULL,
	"count" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by_name" text
);
--> statement-breakpoint
CREATE TABLE "log_heads" (
	"firm_id" integer PRIMARY KEY NOT NULL,
	"seq" bigint NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "logs" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"firm_id" integer NOT NULL,
	"seq" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"log_type" integer NOT NULL,
	"module" integer NOT NULL,
	"action" text NOT NULL,
	"important" integer NOT NULL,
	"operator_type" integer,
	"operator_id" bigint,
	"operator_name" text NOT NULL,
	"office_level" integer,
	"organization_id" bigint,
	"view_as_id" bigint,
	"target_type" text,
	"target_id" bigint,
	"target_name" text,
	"target_org_id" bigint,
	"summary" text NOT NULL,
	"diff" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"reason" text,
	"batch_id" bigint,
	"batch_count" integer,
	"result" integer NOT NULL,
	"error_code" text,
	"ip" text,
	"device" text,
	"request_id" text NOT NULL,
	"prev_hash" text NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"firm_id" integer NOT NULL,
	"receiver_type" integer NOT NULL,
	"receiver_id" bigint NOT NULL,
	"type" integer NOT NULL,
	"title" text NOT NULL,
	"content" text NOT NULL,
	"level" integer DEFAULT 1 NOT NULL,
	"biz_type" text,
	"biz_id" bigint,
	"link" text,
	"sender_name" text,
	"status" integer DEFAULT 0 NOT NULL,
	"read_at" timestamp with time zone,
	"batch_id" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "card_revisions_version" ON "card_revisions" USING btree ("card_id","version");--> statement-breakpoint
CREATE UNIQUE INDEX "cards_lawyer" ON "cards" USING btree ("lawyer_id","language") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "cards_alive" ON "cards" USING btree ("firm_id","organization_id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "cards_office" ON "cards" USING btree ("firm_id","organization_id","audit_status");--> statement-breakpoint
CREATE INDEX "cards_audit" ON "cards" USING btree ("firm_id","audit_status","submitted_at");--> statement-breakpoint
CREATE INDEX "cards_pinyin" ON "cards" USING btree ("firm_id","name_pinyin","id");--> statement-breakpoint
CREATE INDEX "cards_updated" ON "cards" USING btree ("firm_id","updated_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "cards_professions" ON "cards" USING gin ((content -> 'professions') jsonb_path_ops);--> statement-breakpoint
CREATE INDEX "areas_parent" ON "areas" USING btree ("parent_code");--> statement-breakpoint
CREATE INDEX "files_owner" ON "files" USING btree ("firm_id","owner_population","owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX "offices_name" ON "offices" USING btree ("firm_id","name") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "offices_main" ON "offices" USING btree ("firm_id") WHERE is_main = 1 and deleted_at is null;--> statement-breakpoint
CREATE INDEX "offices_order" ON "offices" USING btree ("firm_id","is_main" DESC NULLS LAST,"weight" DESC NULLS LAST,"organization_id");--> statement-breakpoint
CREATE UNIQUE INDEX "positions_name" ON "positions" USING btree ("firm_id","post_name");--> statement-breakpoint
CREATE UNIQUE INDEX "positions_code" ON "positions" USING btree ("firm_id","post_code");--> statement-breakpoint
CREATE UNIQUE INDEX "self_professions_name" ON "self_professions" USING btree ("firm_id","name");--> statement-breakpoint
CREATE UNIQUE INDEX "admins_account" ON "admins" USING btree ("firm_id",lower("account")) WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "admins_mobile" ON "admins" USING btree ("firm_id","mobile") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "admins_main" ON "admins" USING btree ("organization_id") WHERE office_level = 3 and deleted_at is null;--> statement-breakpoint
CREATE INDEX "admins_office" ON "admins" USING btree ("firm_id","organization_id");--> statement-breakpoint
CREATE INDEX "idempotency_keys_age" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "lawyers_mobile" ON "lawyers" USING btree ("firm_id","mobile");--> statement-breakpoint
CREATE UNIQUE INDEX "lawyers_licence" ON "lawyers" USING btree ("firm_id","license_number");--> statement-breakpoint
CREATE UNIQUE INDEX "lawyers_employee" ON "lawyers" USING btree ("firm_id","employee_no");--> statement-breakpoint
CREATE UNIQUE INDEX "lawyers_code" ON "lawyers" USING btree ("code_key");--> statement-breakpoint
CREATE INDEX "lawyers_alive" ON "lawyers" USING btree ("firm_id","organization_id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "lawyers_office" ON "lawyers" USING btree ("firm_id","organization_id","status");--> statement-breakpoint
CREATE INDEX "lawyers_pinyin" ON "lawyers" USING btree ("firm_id","name_pinyin","id");--> statement-breakpoint
CREATE INDEX "lawyers_updated" ON "lawyers" USING btree ("firm_id","updated_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "one_time_codes_expiry" ON "one_time_codes" USING btree ("expire_at");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("firm_id","population","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "logs_seq" ON "logs" USING btree ("firm_id","seq");--> statement-breakpoint
CREATE INDEX "logs_time" ON "logs" USING btree ("firm_id","important","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "logs_office" ON "logs" USING btree ("firm_id","target_org_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "logs_operator" ON "logs" USING btree ("firm_id","operator_type","operator_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "logs_target" ON "logs" USING btree ("firm_id","target_type","target_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "messages_receiver" ON "messages" USING btree ("firm_id","receiver_type","receiver_id","status","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "messages_batch" ON "messages" USING btree ("batch_id");