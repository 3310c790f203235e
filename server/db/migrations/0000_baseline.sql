CREATE TABLE "api_tokens" (
	"id" bigserial NOT NULL,
	"firm_id" integer NOT NULL,
	"name" text NOT NULL,
	"token_hash" text NOT NULL,
	"tail" text NOT NULL,
	"admin_id" bigint NOT NULL,
	"capabilities" jsonb NOT NULL,
	"is_for_agents" integer DEFAULT 0 NOT NULL,
	"may_propose" integer DEFAULT 0 NOT NULL,
	"is_for_directory" integer DEFAULT 0 NOT NULL,
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
CREATE TABLE "article_drafts" (
	"firm_id" integer NOT NULL,
	"owner_population" integer NOT NULL,
	"owner_id" bigint NOT NULL,
	"article_id" bigint DEFAULT 0 NOT NULL,
	"kind" integer NOT NULL,
	"values" text NOT NULL,
	"version" integer,
	"saved_at" timestamp with time zone NOT NULL,
	CONSTRAINT "article_drafts_firm_id_owner_population_owner_id_article_id_kind_pk" PRIMARY KEY("firm_id","owner_population","owner_id","article_id","kind")
);
--> statement-breakpoint
CREATE TABLE "article_lawyers" (
	"firm_id" integer NOT NULL,
	"article_id" bigint NOT NULL,
	"lawyer_id" bigint NOT NULL,
	"role" integer NOT NULL,
	"is_show" integer DEFAULT 1 NOT NULL,
	"is_top" integer DEFAULT 0 NOT NULL,
	"top_at" timestamp with time zone,
	CONSTRAINT "article_lawyers_firm_id_article_id_lawyer_id_pk" PRIMARY KEY("firm_id","article_id","lawyer_id")
);
--> statement-breakpoint
CREATE TABLE "article_revisions" (
	"id" bigserial NOT NULL,
	"firm_id" integer NOT NULL,
	"article_id" bigint NOT NULL,
	"version" integer NOT NULL,
	"kind" text NOT NULL,
	"content" jsonb NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"by_name" text,
	CONSTRAINT "article_revisions_firm_id_id_pk" PRIMARY KEY("firm_id","id")
);
--> statement-breakpoint
CREATE TABLE "articles" (
	"article_id" bigserial NOT NULL,
	"firm_id" integer NOT NULL,
	"kind" integer NOT NULL,
	"type_id" bigint,
	"organization_id" bigint NOT NULL,
	"title" text NOT NULL,
	"language" text NOT NULL,
	"cover" text,
	"summary" text,
	"content" text,
	"content_text" text DEFAULT '' NOT NULL,
	"content_mode" integer NOT NULL,
	"link_url" text,
	"source_type" integer NOT NULL,
	"source_name" text,
	"lawyer_ids" bigint[] DEFAULT '{}' NOT NULL,
	"professional" bigint[] DEFAULT '{}' NOT NULL,
	"case_info" jsonb,
	"parties" jsonb,
	"consent_digest" text,
	"video_type" integer,
	"video_url" text,
	"video_cover" text,
	"duration" integer,
	"finder_user_name" text,
	"feed_id" text,
	"publish_at" timestamp with time zone,
	"expire_at" timestamp with time zone,
	"status" integer DEFAULT 0 NOT NULL,
	"revision" jsonb,
	"revision_status" integer,
	"ignored_findings" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"submitted_at" timestamp with time zone,
	"refuse_reason" text,
	"is_top" integer DEFAULT 0 NOT NULL,
	"top_at" timestamp with time zone,
	"sort" integer DEFAULT 0 NOT NULL,
	"read_num" integer DEFAULT 0 NOT NULL,
	"share_num" integer DEFAULT 0 NOT NULL,
	"official_key" text,
	"search" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" text,
	"created_by_name" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by_name" text,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp with time zone,
	"deleted_by" text,
	CONSTRAINT "articles_firm_id_article_id_pk" PRIMARY KEY("firm_id","article_id")
);
--> statement-breakpoint
CREATE TABLE "bulk_rows" (
	"firm_id" integer NOT NULL,
	"run_id" bigint NOT NULL,
	"position" integer NOT NULL,
	"record_id" bigint NOT NULL,
	"name" text NOT NULL,
	"version" integer,
	"answers" jsonb,
	"state" integer DEFAULT 0 NOT NULL,
	"message" text,
	"before" jsonb,
	"version_after" integer,
	"done_at" timestamp with time zone,
	CONSTRAINT "bulk_rows_firm_id_run_id_position_pk" PRIMARY KEY("firm_id","run_id","position")
);
--> statement-breakpoint
CREATE TABLE "bulk_runs" (
	"id" bigint NOT NULL,
	"firm_id" integer NOT NULL,
	"resource" text NOT NULL,
	"action" text NOT NULL,
	"answers" jsonb NOT NULL,
	"params" jsonb NOT NULL,
	"reason" text,
	"state" integer NOT NULL,
	"total" integer NOT NULL,
	"undoes" bigint,
	"population" integer NOT NULL,
	"user_id" bigint NOT NULL,
	"organization_id" bigint NOT NULL,
	"created_by_name" text NOT NULL,
	"request_id" text NOT NULL,
	"ip" text NOT NULL,
	"device" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "bulk_runs_firm_id_id_pk" PRIMARY KEY("firm_id","id")
);
--> statement-breakpoint
CREATE TABLE "card_campaigns" (
	"firm_id" integer NOT NULL,
	"started_on" date NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"cards" integer NOT NULL,
	"created_by_name" text,
	CONSTRAINT "card_campaigns_firm_id_started_on_pk" PRIMARY KEY("firm_id","started_on")
);
--> statement-breakpoint
CREATE TABLE "card_drafts" (
	"firm_id" integer NOT NULL,
	"lawyer_id" bigint NOT NULL,
	"language" text NOT NULL,
	"mandate_id" bigint DEFAULT 0 NOT NULL,
	"values" text NOT NULL,
	"version" integer,
	"saved_at" timestamp with time zone NOT NULL,
	CONSTRAINT "card_drafts_firm_id_lawyer_id_language_mandate_id_pk" PRIMARY KEY("firm_id","lawyer_id","language","mandate_id")
);
--> statement-breakpoint
CREATE TABLE "card_revisions" (
	"id" bigserial NOT NULL,
	"firm_id" integer NOT NULL,
	"card_id" bigint NOT NULL,
	"version" integer NOT NULL,
	"kind" text NOT NULL,
	"content" jsonb NOT NULL,
	"facts" jsonb,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"by_name" text,
	"mandate_id" bigint,
	CONSTRAINT "card_revisions_firm_id_id_pk" PRIMARY KEY("firm_id","id")
);
--> statement-breakpoint
CREATE TABLE "cards" (
	"id" bigserial NOT NULL,
	"firm_id" integer NOT NULL,
	"lawyer_id" bigint NOT NULL,
	"language" text NOT NULL,
	"organization_id" bigint NOT NULL,
	"content" jsonb NOT NULL,
	"name" text NOT NULL,
	"name_pinyin" text DEFAULT '' NOT NULL,
	"name_sort" text DEFAULT '' NOT NULL,
	"post_code" text,
	"post_level" integer,
	"search" text DEFAULT '' NOT NULL,
	"show_status" integer DEFAULT 1 NOT NULL,
	"weight" integer DEFAULT 0 NOT NULL,
	"is_top" integer DEFAULT 0 NOT NULL,
	"audit_status" integer DEFAULT 0 NOT NULL,
	"audit_reason" text,
	"audit_items" jsonb,
	"submitted_at" timestamp with time zone,
	"submitted_by" text,
	"audited_at" timestamp with time zone,
	"audited_by" text,
	"published" jsonb,
	"published_at" timestamp with time zone,
	"published_version" integer,
	"public_changes" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"proposed_on" date,
	"scheduled" jsonb,
	"effective_at" timestamp with time zone,
	"changed_fields" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"ignored_findings" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"completeness" integer DEFAULT 0 NOT NULL,
	"misfits" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"confirmed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" text,
	"created_by_name" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by_name" text,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp with time zone,
	"deleted_by" text,
	CONSTRAINT "cards_firm_id_id_pk" PRIMARY KEY("firm_id","id")
);
--> statement-breakpoint
CREATE TABLE "machine_drafts" (
	"firm_id" integer NOT NULL,
	"lawyer_id" bigint NOT NULL,
	"digest" text NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	CONSTRAINT "machine_drafts_firm_id_lawyer_id_digest_pk" PRIMARY KEY("firm_id","lawyer_id","digest")
);
--> statement-breakpoint
CREATE TABLE "categories" (
	"type_id" bigserial NOT NULL,
	"firm_id" integer NOT NULL,
	"kind" integer NOT NULL,
	"type_name" text NOT NULL,
	"type_name_en" text,
	"icon" text,
	"sort" integer DEFAULT 0 NOT NULL,
	"is_top" integer DEFAULT 0 NOT NULL,
	"enabled" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" text,
	"created_by_name" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by_name" text,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "categories_firm_id_type_id_pk" PRIMARY KEY("firm_id","type_id")
);
--> statement-breakpoint
CREATE TABLE "directory_people" (
	"firm_id" integer NOT NULL,
	"source" text NOT NULL,
	"external_id" text NOT NULL,
	"lawyer_id" bigint NOT NULL,
	"given" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"gone_at" timestamp with time zone,
	"extra" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "directory_people_firm_id_source_external_id_pk" PRIMARY KEY("firm_id","source","external_id")
);
--> statement-breakpoint
CREATE TABLE "directory_runs" (
	"id" bigserial NOT NULL,
	"firm_id" integer NOT NULL,
	"source" text NOT NULL,
	"state" integer NOT NULL,
	"reason" text,
	"fields" jsonb NOT NULL,
	"rows" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"results" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"unchanged" integer DEFAULT 0 NOT NULL,
	"lawyer_ids" bigint[] DEFAULT '{}' NOT NULL,
	"batch_id" bigint,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" text,
	"created_by_name" text NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "directory_runs_firm_id_id_pk" PRIMARY KEY("firm_id","id")
);
--> statement-breakpoint
CREATE TABLE "file_uses" (
	"firm_id" integer NOT NULL,
	"path" text NOT NULL,
	"entity" text NOT NULL,
	"record" text NOT NULL,
	CONSTRAINT "file_uses_firm_id_path_entity_record_pk" PRIMARY KEY("firm_id","path","entity","record")
);
--> statement-breakpoint
CREATE TABLE "files" (
	"path" text NOT NULL,
	"firm_id" integer NOT NULL,
	"owner_population" integer NOT NULL,
	"owner_id" bigint NOT NULL,
	"scene" text NOT NULL,
	"mime" text NOT NULL,
	"size" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sweep_at" timestamp with time zone,
	"fingerprint" text,
	CONSTRAINT "files_firm_id_path_pk" PRIMARY KEY("firm_id","path")
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
CREATE TABLE "config_revisions" (
	"firm_id" integer NOT NULL,
	"key" text NOT NULL,
	"version" integer NOT NULL,
	"kind" text NOT NULL,
	"value" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by_name" text,
	CONSTRAINT "config_revisions_firm_id_key_version_pk" PRIMARY KEY("firm_id","key","version")
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
	"suspended_at" timestamp with time zone,
	"deletion_started_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" text,
	"created_by_name" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by_name" text,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "hosts" (
	"name" text PRIMARY KEY NOT NULL,
	"firm_id" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "offices" (
	"organization_id" bigserial NOT NULL,
	"firm_id" integer NOT NULL,
	"is_main" integer DEFAULT 0 NOT NULL,
	"name" text NOT NULL,
	"name_pinyin" text DEFAULT '' NOT NULL,
	"name_sort" text DEFAULT '' NOT NULL,
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
	"card_template" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" text,
	"created_by_name" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by_name" text,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp with time zone,
	"deleted_by" text,
	CONSTRAINT "offices_firm_id_organization_id_pk" PRIMARY KEY("firm_id","organization_id")
);
--> statement-breakpoint
CREATE TABLE "positions" (
	"post_id" bigserial NOT NULL,
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
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "positions_firm_id_post_id_pk" PRIMARY KEY("firm_id","post_id")
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
	"id" bigserial NOT NULL,
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
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "self_professions_firm_id_id_pk" PRIMARY KEY("firm_id","id")
);
--> statement-breakpoint
CREATE TABLE "holds" (
	"id" bigserial NOT NULL,
	"firm_id" integer NOT NULL,
	"kind" integer NOT NULL,
	"target_id" bigint NOT NULL,
	"target_name" text NOT NULL,
	"reason" text NOT NULL,
	"end_on" date NOT NULL,
	"released_at" timestamp with time zone,
	"released_by_name" text,
	"release_reason" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" text,
	"created_by_name" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by_name" text,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "holds_firm_id_id_pk" PRIMARY KEY("firm_id","id")
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
CREATE TABLE "install_secrets" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "one_time_codes" (
	"id" text NOT NULL,
	"kind" text NOT NULL,
	"firm_id" integer NOT NULL,
	"purpose" text NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"code_hash" text NOT NULL,
	"tries_left" integer NOT NULL,
	"expire_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "one_time_codes_firm_id_id_pk" PRIMARY KEY("firm_id","id")
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" bigserial NOT NULL,
	"firm_id" integer NOT NULL,
	"population" integer NOT NULL,
	"user_id" bigint NOT NULL,
	"name" text NOT NULL,
	"host" text NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"sign_count" bigint NOT NULL,
	"transports" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "passkeys_firm_id_id_pk" PRIMARY KEY("firm_id","id")
);
--> statement-breakpoint
CREATE TABLE "second_factors" (
	"firm_id" integer NOT NULL,
	"population" integer NOT NULL,
	"user_id" bigint NOT NULL,
	"sealed" text NOT NULL,
	"confirmed_at" timestamp with time zone,
	"last_step" integer,
	"recovery_hashes" text[] DEFAULT '{}' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "second_factors_firm_id_population_user_id_pk" PRIMARY KEY("firm_id","population","user_id")
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
CREATE TABLE "log_forwards" (
	"firm_id" integer NOT NULL,
	"target" text NOT NULL,
	"seq" bigint NOT NULL,
	"forwarded_at" timestamp with time zone,
	"failing_since" timestamp with time zone,
	"failure" text,
	CONSTRAINT "log_forwards_firm_id_target_pk" PRIMARY KEY("firm_id","target")
);
--> statement-breakpoint
CREATE TABLE "mandates" (
	"id" bigserial NOT NULL,
	"firm_id" integer NOT NULL,
	"lawyer_id" bigint NOT NULL,
	"member_id" bigint,
	"admin_id" bigint,
	"fields" jsonb NOT NULL,
	"start_at" timestamp with time zone NOT NULL,
	"end_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"ended_by_name" text,
	"created_at" timestamp with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "mandates_firm_id_id_pk" PRIMARY KEY("firm_id","id"),
	CONSTRAINT "mandates_one_assistant" CHECK (num_nonnulls(member_id, admin_id) = 1)
);
--> statement-breakpoint
CREATE TABLE "message_mirrors" (
	"id" bigserial NOT NULL,
	"firm_id" integer NOT NULL,
	"channel" text NOT NULL,
	"type" integer NOT NULL,
	"population" integer,
	"user_id" bigint,
	"title" text NOT NULL,
	"link" text,
	"message_id" bigint,
	"sent_to" text,
	"created_at" timestamp with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"sent_at" timestamp with time zone,
	"failed_at" timestamp with time zone,
	CONSTRAINT "message_mirrors_firm_id_id_pk" PRIMARY KEY("firm_id","id")
);
--> statement-breakpoint
CREATE TABLE "admins" (
	"id" bigserial NOT NULL,
	"firm_id" integer NOT NULL,
	"account" text NOT NULL,
	"name" text NOT NULL,
	"name_sort" text DEFAULT '' NOT NULL,
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
	"consent_version" text,
	"consent_at" timestamp with time zone,
	"consent_ip" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" text,
	"created_by_name" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by_name" text,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp with time zone,
	"deleted_by" text,
	CONSTRAINT "admins_firm_id_id_pk" PRIMARY KEY("firm_id","id")
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
	"id" bigserial NOT NULL,
	"firm_id" integer NOT NULL,
	"name" text NOT NULL,
	"name_en" text,
	"name_pinyin" text DEFAULT '' NOT NULL,
	"name_sort" text DEFAULT '' NOT NULL,
	"name_initials" text DEFAULT '' NOT NULL,
	"gender" integer,
	"mobile" text NOT NULL,
	"email" text,
	"is_email_unproven" integer DEFAULT 0 NOT NULL,
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
	"successor_id" bigint,
	"remove_on" date,
	"status" integer DEFAULT 1 NOT NULL,
	"reject_reason" text,
	"source" integer DEFAULT 1 NOT NULL,
	"wx_bound" integer DEFAULT 0 NOT NULL,
	"avatar" text,
	"assessments" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"assessed_years" integer[] DEFAULT '{}' NOT NULL,
	"remark" text,
	"code_key" text NOT NULL,
	"batch_id" bigint,
	"card_top" integer,
	"card_post_level" integer,
	"card_weight" integer,
	"search" text DEFAULT '' NOT NULL,
	"password_hash" text,
	"must_change_pwd" integer DEFAULT 0 NOT NULL,
	"last_login_at" timestamp with time zone,
	"last_login_ip" text,
	"prefs" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"consent_version" text,
	"consent_at" timestamp with time zone,
	"consent_ip" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" text,
	"created_by_name" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by_name" text,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp with time zone,
	"deleted_by" text,
	CONSTRAINT "lawyers_firm_id_id_pk" PRIMARY KEY("firm_id","id")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_hash" text NOT NULL,
	"id" bigserial NOT NULL,
	"firm_id" integer NOT NULL,
	"population" integer NOT NULL,
	"user_id" bigint NOT NULL,
	"is_remembered" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_write_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expire_at" timestamp with time zone NOT NULL,
	"ip" text,
	"device" text,
	"viewer_id" bigint,
	"viewer_session_id" bigint,
	CONSTRAINT "sessions_firm_id_token_hash_pk" PRIMARY KEY("firm_id","token_hash")
);
--> statement-breakpoint
CREATE TABLE "presences" (
	"firm_id" integer NOT NULL,
	"resource" text NOT NULL,
	"record_id" bigint NOT NULL,
	"population" integer NOT NULL,
	"user_id" bigint NOT NULL,
	"name" text NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "presences_firm_id_resource_record_id_population_user_id_pk" PRIMARY KEY("firm_id","resource","record_id","population","user_id")
);
--> statement-breakpoint
CREATE TABLE "preview_links" (
	"id" bigserial NOT NULL,
	"firm_id" integer NOT NULL,
	"article_id" bigint,
	"card_id" bigint,
	"purpose" integer NOT NULL,
	"recipient" text NOT NULL,
	"secret_hash" text NOT NULL,
	"reader_hash" text,
	"digest" text,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" text,
	"created_by_name" text,
	"expire_at" timestamp with time zone NOT NULL,
	"opened_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	"decision" integer,
	"decided_by" text,
	"decided_at" timestamp with time zone,
	"reason" text,
	"receipt_hash" text,
	"withdrawn_at" timestamp with time zone,
	"withdrawn_by" text,
	CONSTRAINT "preview_links_firm_id_id_pk" PRIMARY KEY("firm_id","id"),
	CONSTRAINT "preview_links_one_subject" CHECK (num_nonnulls(article_id, card_id) = 1)
);
--> statement-breakpoint
CREATE TABLE "privacy_requests" (
	"id" bigserial NOT NULL,
	"firm_id" integer NOT NULL,
	"population" integer NOT NULL,
	"user_id" bigint,
	"name" text NOT NULL,
	"organization_id" bigint NOT NULL,
	"kind" integer NOT NULL,
	"content" text NOT NULL,
	"status" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"reminded_at" timestamp with time zone,
	"response" text,
	"answered_at" timestamp with time zone,
	"answered_by_name" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" text,
	"created_by_name" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by_name" text,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "privacy_requests_firm_id_id_pk" PRIMARY KEY("firm_id","id")
);
--> statement-breakpoint
CREATE TABLE "proposals" (
	"id" bigserial NOT NULL,
	"firm_id" integer NOT NULL,
	"token_id" bigint NOT NULL,
	"token_name" text NOT NULL,
	"owner_id" bigint NOT NULL,
	"owner_name" text NOT NULL,
	"call" text NOT NULL,
	"resource" text NOT NULL,
	"record_id" bigint,
	"is_creation" integer NOT NULL,
	"base_version" integer,
	"title" text NOT NULL,
	"organization_id" bigint,
	"lawyer_id" bigint,
	"card_id" bigint,
	"article_id" bigint,
	"input" jsonb NOT NULL,
	"state" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"decided_at" timestamp with time zone,
	"decided_by_id" bigint,
	"decided_by_name" text,
	"reason" text,
	CONSTRAINT "proposals_firm_id_id_pk" PRIMARY KEY("firm_id","id")
);
--> statement-breakpoint
CREATE TABLE "announcements" (
	"id" bigint NOT NULL,
	"firm_id" integer NOT NULL,
	"title" text NOT NULL,
	"content" text NOT NULL,
	"level" integer NOT NULL,
	"audience" integer NOT NULL,
	"organization_ids" jsonb NOT NULL,
	"lawyer_ids" jsonb NOT NULL,
	"admin_ids" jsonb NOT NULL,
	"organization_id" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by_name" text NOT NULL,
	"sent" integer NOT NULL,
	"search" text NOT NULL,
	CONSTRAINT "announcements_firm_id_id_pk" PRIMARY KEY("firm_id","id")
);
--> statement-breakpoint
CREATE TABLE "batch_records" (
	"firm_id" integer NOT NULL,
	"batch_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"record_id" bigint NOT NULL,
	CONSTRAINT "batch_records_firm_id_kind_record_id_pk" PRIMARY KEY("firm_id","kind","record_id")
);
--> statement-breakpoint
CREATE TABLE "batches" (
	"id" bigserial NOT NULL,
	"firm_id" integer NOT NULL,
	"kind" text NOT NULL,
	"count" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" text,
	"created_by_name" text,
	"organization_id" bigint,
	"source" integer,
	"created" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"undone_at" timestamp with time zone,
	CONSTRAINT "batches_firm_id_id_pk" PRIMARY KEY("firm_id","id")
);
--> statement-breakpoint
CREATE TABLE "log_heads" (
	"firm_id" integer PRIMARY KEY NOT NULL,
	"seq" bigint NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "logs" (
	"id" bigserial NOT NULL,
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
	"hash" text NOT NULL,
	"search" text GENERATED ALWAYS AS (lower(normalize(summary || ' ' || operator_name || ' ' || coalesce(target_name, ''), NFKC))) STORED
) PARTITION BY RANGE ("created_at");
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" bigserial NOT NULL,
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
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "messages_firm_id_id_pk" PRIMARY KEY("firm_id","id")
);
--> statement-breakpoint
CREATE TABLE "review_reminders" (
	"firm_id" integer NOT NULL,
	"kind" text NOT NULL,
	"subject_id" bigint NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	CONSTRAINT "review_reminders_firm_id_kind_subject_id_since_pk" PRIMARY KEY("firm_id","kind","subject_id","since")
);
--> statement-breakpoint
CREATE TABLE "shared_views" (
	"id" bigserial NOT NULL,
	"firm_id" integer NOT NULL,
	"resource" text NOT NULL,
	"organization_id" bigint,
	"name" text NOT NULL,
	"content" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" text,
	"created_by_name" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by_name" text,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "shared_views_firm_id_id_pk" PRIMARY KEY("firm_id","id")
);
--> statement-breakpoint
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
	"answered_by_name" text,
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
CREATE TABLE "text_messages" (
	"id" bigserial NOT NULL,
	"firm_id" integer NOT NULL,
	"lawyer_id" bigint,
	"code_id" text,
	"mobile" text NOT NULL,
	"sealed" text,
	"created_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	"failed_at" timestamp with time zone,
	CONSTRAINT "text_messages_firm_id_id_pk" PRIMARY KEY("firm_id","id"),
	CONSTRAINT "text_messages_content" CHECK (("text_messages"."lawyer_id" is null) <> ("text_messages"."code_id" is null))
);
--> statement-breakpoint
CREATE TABLE "transfer_requests" (
	"id" bigserial NOT NULL,
	"firm_id" integer NOT NULL,
	"lawyer_id" bigint NOT NULL,
	"lawyer_name" text NOT NULL,
	"organization_id" bigint NOT NULL,
	"to_id" bigint NOT NULL,
	"reason" text NOT NULL,
	"status" integer DEFAULT 0 NOT NULL,
	"decided_at" timestamp with time zone,
	"decided_by_name" text,
	"decision_reason" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" text,
	"created_by_name" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by_name" text,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "transfer_requests_firm_id_id_pk" PRIMARY KEY("firm_id","id")
);
--> statement-breakpoint
CREATE TABLE "card_visits" (
	"firm_id" integer NOT NULL,
	"card_id" bigint NOT NULL,
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "card_visits_firm_id_card_id_day_kind_pk" PRIMARY KEY("firm_id","card_id","day","kind")
);
--> statement-breakpoint
CREATE TABLE "visit_marks" (
	"firm_id" integer NOT NULL,
	"visitor" text NOT NULL,
	"card_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"until" timestamp with time zone NOT NULL,
	CONSTRAINT "visit_marks_firm_id_visitor_card_id_kind_pk" PRIMARY KEY("firm_id","visitor","card_id","kind")
);
--> statement-breakpoint
CREATE TABLE "visit_salts" (
	"firm_id" integer NOT NULL,
	"day" date NOT NULL,
	"salt" text NOT NULL,
	CONSTRAINT "visit_salts_firm_id_day_pk" PRIMARY KEY("firm_id","day")
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" bigserial NOT NULL,
	"firm_id" integer NOT NULL,
	"webhook_id" bigint NOT NULL,
	"event" text NOT NULL,
	"body" text NOT NULL,
	"state" integer DEFAULT 0 NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp with time zone NOT NULL,
	"attempt_log" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "webhook_deliveries_firm_id_id_pk" PRIMARY KEY("firm_id","id")
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"id" bigserial NOT NULL,
	"firm_id" integer NOT NULL,
	"name" text NOT NULL,
	"url" text NOT NULL,
	"events" jsonb NOT NULL,
	"sealed" text NOT NULL,
	"status" integer DEFAULT 1 NOT NULL,
	"admin_id" bigint NOT NULL,
	"failing_since" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" text,
	"created_by_name" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by_name" text,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "webhooks_firm_id_id_pk" PRIMARY KEY("firm_id","id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "api_tokens_hash" ON "api_tokens" USING btree ("firm_id","token_hash");
--> statement-breakpoint
CREATE INDEX "api_tokens_owner" ON "api_tokens" USING btree ("firm_id","admin_id");
--> statement-breakpoint
CREATE INDEX "api_tokens_created" ON "api_tokens" USING btree ("firm_id","created_at" DESC NULLS LAST,"id");
--> statement-breakpoint
CREATE INDEX "article_lawyers_lawyer" ON "article_lawyers" USING btree ("firm_id","lawyer_id","is_top" DESC NULLS LAST,"top_at" DESC NULLS LAST);
--> statement-breakpoint
CREATE UNIQUE INDEX "article_revisions_version" ON "article_revisions" USING btree ("firm_id","article_id","version");
--> statement-breakpoint
CREATE INDEX "articles_updated" ON "articles" USING btree ("firm_id","kind","updated_at" DESC NULLS LAST,"article_id","professional") WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "articles_status" ON "articles" USING btree ("firm_id","kind","status","updated_at" DESC NULLS LAST,"article_id") WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "articles_public" ON "articles" USING btree ("firm_id","kind","is_top" DESC NULLS LAST,"top_at" DESC NULLS LAST,"publish_at" DESC NULLS LAST,"article_id") WHERE deleted_at is null and status = 2;
--> statement-breakpoint
CREATE INDEX "articles_waiting" ON "articles" USING btree ("firm_id","kind","updated_at" DESC NULLS LAST,"article_id") WHERE deleted_at is null and (status = 1 or revision_status = 1);
--> statement-breakpoint
CREATE INDEX "articles_submitted" ON "articles" USING btree ("firm_id",coalesce(submitted_at, updated_at),"article_id") WHERE deleted_at is null and (status = 1 or revision_status = 1);
--> statement-breakpoint
CREATE INDEX "articles_top" ON "articles" USING btree ("firm_id","kind","updated_at" DESC NULLS LAST,"article_id") WHERE deleted_at is null and is_top = 1;
--> statement-breakpoint
CREATE INDEX "articles_published" ON "articles" USING btree ("firm_id","kind","publish_at" DESC NULLS LAST,"article_id") WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "articles_title" ON "articles" USING btree ("firm_id","kind","title" NULLS FIRST,"article_id") WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "articles_type" ON "articles" USING btree ("firm_id","type_id","kind","updated_at" DESC NULLS LAST,"article_id","deleted_at");
--> statement-breakpoint
CREATE INDEX "articles_office" ON "articles" USING btree ("firm_id","organization_id","kind","updated_at" DESC NULLS LAST,"article_id") WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "articles_publish_due" ON "articles" USING btree ("firm_id","publish_at") WHERE status = 5;
--> statement-breakpoint
CREATE INDEX "articles_expire_due" ON "articles" USING btree ("firm_id","expire_at") WHERE status = 2 and expire_at is not null;
--> statement-breakpoint
CREATE INDEX "articles_deleted" ON "articles" USING btree ("firm_id","deleted_at") WHERE deleted_at is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX "articles_official" ON "articles" USING btree ("firm_id","official_key") WHERE official_key is not null;
--> statement-breakpoint
CREATE INDEX "articles_undecided" ON "articles" USING btree ("firm_id") WHERE (status = 1 or revision_status = 1) and deleted_at is null;
--> statement-breakpoint
CREATE INDEX "articles_lawyers" ON "articles" USING gin ("lawyer_ids");
--> statement-breakpoint
CREATE INDEX "articles_professional" ON "articles" USING gin ("professional");
--> statement-breakpoint
CREATE INDEX "bulk_rows_state" ON "bulk_rows" USING btree ("firm_id","run_id","state","position");
--> statement-breakpoint
CREATE UNIQUE INDEX "bulk_runs_undoes" ON "bulk_runs" USING btree ("firm_id","undoes") WHERE undoes is not null;
--> statement-breakpoint
CREATE INDEX "bulk_runs_time" ON "bulk_runs" USING btree ("firm_id","created_at" DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX "bulk_runs_at_work" ON "bulk_runs" USING btree ("firm_id") WHERE state = 1;
--> statement-breakpoint
CREATE UNIQUE INDEX "card_revisions_version" ON "card_revisions" USING btree ("firm_id","card_id","version");
--> statement-breakpoint
CREATE UNIQUE INDEX "cards_lawyer" ON "cards" USING btree ("firm_id","lawyer_id","language") WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "cards_person" ON "cards" USING btree ("firm_id","lawyer_id");
--> statement-breakpoint
CREATE INDEX "cards_alive" ON "cards" USING btree ("firm_id","organization_id") WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "cards_post" ON "cards" USING btree ("firm_id","post_code","deleted_at");
--> statement-breakpoint
CREATE INDEX "cards_office" ON "cards" USING btree ("firm_id","organization_id","audit_status");
--> statement-breakpoint
CREATE INDEX "cards_audit" ON "cards" USING btree ("firm_id","audit_status","submitted_at");
--> statement-breakpoint
CREATE INDEX "cards_completeness" ON "cards" USING btree ("firm_id","organization_id","completeness") WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "cards_waiting" ON "cards" USING btree ("firm_id",coalesce(submitted_at, updated_at),"id") WHERE audit_status = 1 and deleted_at is null;
--> statement-breakpoint
CREATE INDEX "cards_order" ON "cards" USING btree ("firm_id","is_top" DESC NULLS LAST,"post_level","weight" DESC NULLS LAST,"name_sort","id") WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "cards_deleted" ON "cards" USING btree ("firm_id","deleted_at") WHERE deleted_at is not null;
--> statement-breakpoint
CREATE INDEX "cards_effective" ON "cards" USING btree ("firm_id","effective_at") WHERE effective_at is not null;
--> statement-breakpoint
CREATE INDEX "cards_undecided" ON "cards" USING btree ("firm_id") WHERE audit_status = 1 and deleted_at is null;
--> statement-breakpoint
CREATE INDEX "cards_unsorted" ON "cards" USING btree ("firm_id","id") WHERE name_sort = '';
--> statement-breakpoint
CREATE INDEX "cards_name" ON "cards" USING btree ("firm_id","name_sort","id");
--> statement-breakpoint
CREATE INDEX "cards_updated" ON "cards" USING btree ("firm_id","updated_at" DESC NULLS LAST,"id");
--> statement-breakpoint
CREATE INDEX "cards_professions" ON "cards" USING gin ((content -> 'professions') jsonb_path_ops);
--> statement-breakpoint
CREATE UNIQUE INDEX "categories_name" ON "categories" USING btree ("firm_id","kind","type_name");
--> statement-breakpoint
CREATE UNIQUE INDEX "directory_people_person" ON "directory_people" USING btree ("firm_id","source","lawyer_id");
--> statement-breakpoint
CREATE INDEX "directory_runs_latest" ON "directory_runs" USING btree ("firm_id","id" DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX "directory_runs_batch" ON "directory_runs" USING btree ("firm_id","batch_id") WHERE batch_id is not null;
--> statement-breakpoint
CREATE INDEX "file_uses_record" ON "file_uses" USING btree ("firm_id","entity","record");
--> statement-breakpoint
CREATE INDEX "files_owner" ON "files" USING btree ("firm_id","owner_population","owner_id");
--> statement-breakpoint
CREATE INDEX "files_sweep" ON "files" USING btree ("firm_id","sweep_at") WHERE sweep_at is not null;
--> statement-breakpoint
CREATE INDEX "areas_parent" ON "areas" USING btree ("parent_code");
--> statement-breakpoint
CREATE INDEX "firm_configs_reminders" ON "firm_configs" USING btree ("firm_id") WHERE key = 'reminderSet';
--> statement-breakpoint
CREATE INDEX "hosts_firm" ON "hosts" USING btree ("firm_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "offices_name" ON "offices" USING btree ("firm_id","name") WHERE deleted_at is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "offices_main" ON "offices" USING btree ("firm_id") WHERE is_main = 1 and deleted_at is null;
--> statement-breakpoint
CREATE INDEX "offices_unsorted" ON "offices" USING btree ("firm_id","organization_id") WHERE name_sort = '';
--> statement-breakpoint
CREATE INDEX "offices_order" ON "offices" USING btree ("firm_id","is_main" DESC NULLS LAST,"weight" DESC NULLS LAST,"organization_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "positions_name" ON "positions" USING btree ("firm_id","post_name");
--> statement-breakpoint
CREATE UNIQUE INDEX "positions_code" ON "positions" USING btree ("firm_id","post_code");
--> statement-breakpoint
CREATE UNIQUE INDEX "self_professions_name" ON "self_professions" USING btree ("firm_id","name");
--> statement-breakpoint
CREATE INDEX "holds_unreleased" ON "holds" USING btree ("firm_id","kind","target_id") WHERE released_at is null;
--> statement-breakpoint
CREATE INDEX "one_time_codes_expiry" ON "one_time_codes" USING btree ("expire_at");
--> statement-breakpoint
CREATE UNIQUE INDEX "passkeys_credential" ON "passkeys" USING btree ("firm_id","credential_id");
--> statement-breakpoint
CREATE INDEX "passkeys_owner" ON "passkeys" USING btree ("firm_id","population","user_id");
--> statement-breakpoint
CREATE INDEX "mandates_lawyer" ON "mandates" USING btree ("firm_id","lawyer_id","id");
--> statement-breakpoint
CREATE INDEX "mandates_member" ON "mandates" USING btree ("firm_id","member_id") WHERE member_id is not null;
--> statement-breakpoint
CREATE INDEX "mandates_admin" ON "mandates" USING btree ("firm_id","admin_id") WHERE admin_id is not null;
--> statement-breakpoint
CREATE INDEX "message_mirrors_waiting" ON "message_mirrors" USING btree ("firm_id","id") WHERE sent_at is null and failed_at is null;
--> statement-breakpoint
CREATE INDEX "message_mirrors_age" ON "message_mirrors" USING btree ("firm_id","created_at");
--> statement-breakpoint
CREATE UNIQUE INDEX "admins_account" ON "admins" USING btree ("firm_id",lower("account")) WHERE deleted_at is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "admins_mobile" ON "admins" USING btree ("firm_id","mobile") WHERE deleted_at is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "admins_main" ON "admins" USING btree ("firm_id","organization_id") WHERE office_level = 3 and deleted_at is null;
--> statement-breakpoint
CREATE INDEX "admins_office" ON "admins" USING btree ("firm_id","organization_id");
--> statement-breakpoint
CREATE INDEX "admins_unsorted" ON "admins" USING btree ("firm_id","id") WHERE name_sort = '';
--> statement-breakpoint
CREATE INDEX "admins_deleted" ON "admins" USING btree ("firm_id","deleted_at") WHERE deleted_at is not null;
--> statement-breakpoint
CREATE INDEX "idempotency_keys_age" ON "idempotency_keys" USING btree ("created_at");
--> statement-breakpoint
CREATE UNIQUE INDEX "lawyers_mobile" ON "lawyers" USING btree ("firm_id","mobile");
--> statement-breakpoint
CREATE UNIQUE INDEX "lawyers_licence" ON "lawyers" USING btree ("firm_id","license_number");
--> statement-breakpoint
CREATE UNIQUE INDEX "lawyers_employee" ON "lawyers" USING btree ("firm_id","employee_no");
--> statement-breakpoint
CREATE INDEX "lawyers_remove_on" ON "lawyers" USING btree ("remove_on") WHERE remove_on is not null and deleted_at is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "lawyers_code" ON "lawyers" USING btree ("firm_id","code_key");
--> statement-breakpoint
CREATE INDEX "lawyers_alive" ON "lawyers" USING btree ("firm_id","organization_id") WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "lawyers_office" ON "lawyers" USING btree ("firm_id","organization_id","status");
--> statement-breakpoint
CREATE INDEX "lawyers_unlicensed" ON "lawyers" USING btree ("firm_id","organization_id") WHERE status = 1 and person_type = 1 and license_number is null and deleted_at is null;
--> statement-breakpoint
CREATE INDEX "lawyers_assessed" ON "lawyers" USING btree ("firm_id","organization_id","assessed_years") WHERE status = 1 and person_type = 1 and deleted_at is null;
--> statement-breakpoint
CREATE INDEX "lawyers_waiting" ON "lawyers" USING btree ("firm_id",coalesce(consent_at, created_at),"id") WHERE status = 0 and deleted_at is null;
--> statement-breakpoint
CREATE INDEX "lawyers_order" ON "lawyers" USING btree ("firm_id","card_top" DESC NULLS LAST,"card_post_level","card_weight" DESC NULLS LAST,"name_sort","id") WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "lawyers_deleted" ON "lawyers" USING btree ("firm_id","deleted_at") WHERE deleted_at is not null;
--> statement-breakpoint
CREATE INDEX "lawyers_undecided" ON "lawyers" USING btree ("firm_id") WHERE status = 0 and deleted_at is null;
--> statement-breakpoint
CREATE INDEX "lawyers_batch" ON "lawyers" USING btree ("firm_id","batch_id") WHERE batch_id is not null;
--> statement-breakpoint
CREATE INDEX "lawyers_unsorted" ON "lawyers" USING btree ("firm_id","id") WHERE name_sort = '';
--> statement-breakpoint
CREATE INDEX "lawyers_name" ON "lawyers" USING btree ("firm_id","name_sort" NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "lawyers_updated" ON "lawyers" USING btree ("firm_id","updated_at" DESC NULLS LAST,"id");
--> statement-breakpoint
CREATE INDEX "sessions_viewer" ON "sessions" USING btree ("firm_id","viewer_id") WHERE viewer_id is not null;
--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("firm_id","population","user_id");
--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "sessions" USING btree ("expire_at");
--> statement-breakpoint
CREATE INDEX "presences_seen" ON "presences" USING btree ("firm_id","seen_at");
--> statement-breakpoint
CREATE UNIQUE INDEX "preview_links_secret" ON "preview_links" USING btree ("firm_id","secret_hash");
--> statement-breakpoint
CREATE UNIQUE INDEX "preview_links_receipt" ON "preview_links" USING btree ("firm_id","receipt_hash") WHERE receipt_hash is not null;
--> statement-breakpoint
CREATE INDEX "preview_links_article" ON "preview_links" USING btree ("firm_id","article_id","id") WHERE article_id is not null;
--> statement-breakpoint
CREATE INDEX "preview_links_card" ON "preview_links" USING btree ("firm_id","card_id","id") WHERE card_id is not null;
--> statement-breakpoint
CREATE INDEX "preview_links_undecided" ON "preview_links" USING btree ("firm_id","expire_at") WHERE decision is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "privacy_requests_open" ON "privacy_requests" USING btree ("firm_id","population","user_id","kind") WHERE status = 0;
--> statement-breakpoint
CREATE INDEX "privacy_requests_due" ON "privacy_requests" USING btree ("firm_id",(status = 0) desc,"due_at","id");
--> statement-breakpoint
CREATE INDEX "privacy_requests_person" ON "privacy_requests" USING btree ("firm_id","population","user_id");
--> statement-breakpoint
CREATE INDEX "privacy_requests_unreminded" ON "privacy_requests" USING btree ("firm_id","due_at") WHERE status = 0 and reminded_at is null;
--> statement-breakpoint
CREATE INDEX "proposals_time" ON "proposals" USING btree ("firm_id","created_at" DESC NULLS LAST,"id");
--> statement-breakpoint
CREATE INDEX "proposals_waiting" ON "proposals" USING btree ("firm_id","created_at","id") WHERE state = 1;
--> statement-breakpoint
CREATE INDEX "proposals_token" ON "proposals" USING btree ("firm_id","token_id");
--> statement-breakpoint
CREATE INDEX "proposals_lawyer" ON "proposals" USING btree ("firm_id","lawyer_id");
--> statement-breakpoint
CREATE INDEX "proposals_card" ON "proposals" USING btree ("firm_id","card_id");
--> statement-breakpoint
CREATE INDEX "proposals_article" ON "proposals" USING btree ("firm_id","article_id");
--> statement-breakpoint
CREATE INDEX "announcements_time" ON "announcements" USING btree ("firm_id","created_at" DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX "batch_records_batch" ON "batch_records" USING btree ("firm_id","batch_id");
--> statement-breakpoint
CREATE INDEX "batches_people" ON "batches" USING btree ("firm_id","created_at" DESC NULLS LAST,"id") WHERE source is not null;
--> statement-breakpoint
CREATE INDEX "logs_time" ON "logs" USING btree ("firm_id","important","created_at" DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX "logs_module" ON "logs" USING btree ("firm_id","module","created_at" DESC NULLS LAST,"important","action","target_org_id");
--> statement-breakpoint
CREATE INDEX "logs_action" ON "logs" USING btree ("firm_id","action","created_at" DESC NULLS LAST,"important","target_org_id");
--> statement-breakpoint
CREATE INDEX "logs_office" ON "logs" USING btree ("firm_id","target_org_id","created_at" DESC NULLS LAST,"important");
--> statement-breakpoint
CREATE INDEX "logs_operator" ON "logs" USING btree ("firm_id","operator_type","operator_id","created_at" DESC NULLS LAST,"important");
--> statement-breakpoint
CREATE INDEX "logs_target" ON "logs" USING btree ("firm_id","target_type","target_id","created_at" DESC NULLS LAST,"important");
--> statement-breakpoint
CREATE INDEX "logs_type" ON "logs" USING btree ("firm_id","log_type","created_at" DESC NULLS LAST) WHERE log_type <> 2;
--> statement-breakpoint
CREATE INDEX "logs_failed" ON "logs" USING btree ("firm_id","created_at" DESC NULLS LAST,"important") WHERE result = 0;
--> statement-breakpoint
CREATE INDEX "logs_batch" ON "logs" USING btree ("firm_id","batch_id") WHERE batch_id is not null;
--> statement-breakpoint
CREATE INDEX "messages_receiver" ON "messages" USING btree ("firm_id","receiver_type","receiver_id","status","created_at" DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX "messages_about" ON "messages" USING btree ("firm_id","biz_type","biz_id","created_at" DESC NULLS LAST) WHERE biz_id is not null;
--> statement-breakpoint
CREATE INDEX "messages_batch" ON "messages" USING btree ("firm_id","batch_id","status","id") WHERE batch_id is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX "shared_views_name" ON "shared_views" USING btree ("firm_id","resource",coalesce(organization_id, 0),"name");
--> statement-breakpoint
CREATE INDEX "shared_views_office" ON "shared_views" USING btree ("firm_id","organization_id");
--> statement-breakpoint
CREATE INDEX "card_assignments_admin" ON "card_assignments" USING btree ("firm_id","admin_id");
--> statement-breakpoint
CREATE INDEX "card_questions_card" ON "card_questions" USING btree ("firm_id","card_id","id");
--> statement-breakpoint
CREATE INDEX "review_substitutes_reviewer" ON "review_substitutes" USING btree ("firm_id","reviewer_id");
--> statement-breakpoint
CREATE INDEX "review_substitutes_substitute" ON "review_substitutes" USING btree ("firm_id","substitute_id","end_at");
--> statement-breakpoint
CREATE INDEX "review_substitutes_start" ON "review_substitutes" USING btree ("firm_id","start_at") WHERE notified_at is null;
--> statement-breakpoint
CREATE INDEX "text_messages_lawyer" ON "text_messages" USING btree ("firm_id","lawyer_id");
--> statement-breakpoint
CREATE INDEX "text_messages_sealed" ON "text_messages" USING btree ("created_at") WHERE sealed is not null;
--> statement-breakpoint
CREATE INDEX "text_messages_code" ON "text_messages" USING btree ("created_at") WHERE code_id is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX "transfer_requests_open" ON "transfer_requests" USING btree ("firm_id","lawyer_id") WHERE status = 0;
--> statement-breakpoint
CREATE INDEX "transfer_requests_lawyer" ON "transfer_requests" USING btree ("firm_id","lawyer_id");
--> statement-breakpoint
CREATE INDEX "transfer_requests_time" ON "transfer_requests" USING btree ("firm_id","created_at" DESC NULLS LAST,"id");
--> statement-breakpoint
CREATE INDEX "transfer_requests_undecided" ON "transfer_requests" USING btree ("firm_id") WHERE status = 0;
--> statement-breakpoint
CREATE INDEX "card_visits_day" ON "card_visits" USING btree ("firm_id","day");
--> statement-breakpoint
CREATE INDEX "visit_marks_until" ON "visit_marks" USING btree ("firm_id","until");
--> statement-breakpoint
CREATE INDEX "webhook_deliveries_waiting" ON "webhook_deliveries" USING btree ("firm_id","next_at") WHERE state = 0;
--> statement-breakpoint
CREATE INDEX "webhook_deliveries_age" ON "webhook_deliveries" USING btree ("firm_id","created_at" DESC NULLS LAST,"id");
--> statement-breakpoint
CREATE INDEX "webhook_deliveries_webhook" ON "webhook_deliveries" USING btree ("firm_id","webhook_id");
--> statement-breakpoint
CREATE INDEX "webhooks_created" ON "webhooks" USING btree ("firm_id","created_at" DESC NULLS LAST,"id");
--> statement-breakpoint
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_owner_fk" FOREIGN KEY ("firm_id","admin_id") REFERENCES "public"."admins"("firm_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "article_lawyers" ADD CONSTRAINT "article_lawyers_article_fk" FOREIGN KEY ("firm_id","article_id") REFERENCES "public"."articles"("firm_id","article_id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "article_lawyers" ADD CONSTRAINT "article_lawyers_lawyer_fk" FOREIGN KEY ("firm_id","lawyer_id") REFERENCES "public"."lawyers"("firm_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "article_revisions" ADD CONSTRAINT "article_revisions_article_fk" FOREIGN KEY ("firm_id","article_id") REFERENCES "public"."articles"("firm_id","article_id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "articles" ADD CONSTRAINT "articles_category_fk" FOREIGN KEY ("firm_id","type_id") REFERENCES "public"."categories"("firm_id","type_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "articles" ADD CONSTRAINT "articles_office_fk" FOREIGN KEY ("firm_id","organization_id") REFERENCES "public"."offices"("firm_id","organization_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "bulk_rows" ADD CONSTRAINT "bulk_rows_run_fk" FOREIGN KEY ("firm_id","run_id") REFERENCES "public"."bulk_runs"("firm_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "bulk_runs" ADD CONSTRAINT "bulk_runs_batch_fk" FOREIGN KEY ("firm_id","id") REFERENCES "public"."batches"("firm_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "bulk_runs" ADD CONSTRAINT "bulk_runs_office_fk" FOREIGN KEY ("firm_id","organization_id") REFERENCES "public"."offices"("firm_id","organization_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "bulk_runs" ADD CONSTRAINT "bulk_runs_undoes_fk" FOREIGN KEY ("firm_id","undoes") REFERENCES "public"."bulk_runs"("firm_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "card_drafts" ADD CONSTRAINT "card_drafts_lawyer_fk" FOREIGN KEY ("firm_id","lawyer_id") REFERENCES "public"."lawyers"("firm_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "card_revisions" ADD CONSTRAINT "card_revisions_card_fk" FOREIGN KEY ("firm_id","card_id") REFERENCES "public"."cards"("firm_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "cards" ADD CONSTRAINT "cards_lawyer_fk" FOREIGN KEY ("firm_id","lawyer_id") REFERENCES "public"."lawyers"("firm_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "cards" ADD CONSTRAINT "cards_office_fk" FOREIGN KEY ("firm_id","organization_id") REFERENCES "public"."offices"("firm_id","organization_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "cards" ADD CONSTRAINT "cards_position_fk" FOREIGN KEY ("firm_id","post_code") REFERENCES "public"."positions"("firm_id","post_code") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "machine_drafts" ADD CONSTRAINT "machine_drafts_lawyer_fk" FOREIGN KEY ("firm_id","lawyer_id") REFERENCES "public"."lawyers"("firm_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "directory_people" ADD CONSTRAINT "directory_people_lawyer_fk" FOREIGN KEY ("firm_id","lawyer_id") REFERENCES "public"."lawyers"("firm_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "directory_runs" ADD CONSTRAINT "directory_runs_batch_fk" FOREIGN KEY ("firm_id","batch_id") REFERENCES "public"."batches"("firm_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "file_uses" ADD CONSTRAINT "file_uses_file_fk" FOREIGN KEY ("firm_id","path") REFERENCES "public"."files"("firm_id","path") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "offices" ADD CONSTRAINT "offices_firm_fk" FOREIGN KEY ("firm_id") REFERENCES "public"."firms"("firm_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "mandates" ADD CONSTRAINT "mandates_lawyer_fk" FOREIGN KEY ("firm_id","lawyer_id") REFERENCES "public"."lawyers"("firm_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "mandates" ADD CONSTRAINT "mandates_member_fk" FOREIGN KEY ("firm_id","member_id") REFERENCES "public"."lawyers"("firm_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "mandates" ADD CONSTRAINT "mandates_admin_fk" FOREIGN KEY ("firm_id","admin_id") REFERENCES "public"."admins"("firm_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "admins" ADD CONSTRAINT "admins_office_fk" FOREIGN KEY ("firm_id","organization_id") REFERENCES "public"."offices"("firm_id","organization_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "lawyers" ADD CONSTRAINT "lawyers_office_fk" FOREIGN KEY ("firm_id","organization_id") REFERENCES "public"."offices"("firm_id","organization_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "lawyers" ADD CONSTRAINT "lawyers_batch_fk" FOREIGN KEY ("firm_id","batch_id") REFERENCES "public"."batches"("firm_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "preview_links" ADD CONSTRAINT "preview_links_article_fk" FOREIGN KEY ("firm_id","article_id") REFERENCES "public"."articles"("firm_id","article_id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "preview_links" ADD CONSTRAINT "preview_links_card_fk" FOREIGN KEY ("firm_id","card_id") REFERENCES "public"."cards"("firm_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "privacy_requests" ADD CONSTRAINT "privacy_requests_office_fk" FOREIGN KEY ("firm_id","organization_id") REFERENCES "public"."offices"("firm_id","organization_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_token_fk" FOREIGN KEY ("firm_id","token_id") REFERENCES "public"."api_tokens"("firm_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_lawyer_fk" FOREIGN KEY ("firm_id","lawyer_id") REFERENCES "public"."lawyers"("firm_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_card_fk" FOREIGN KEY ("firm_id","card_id") REFERENCES "public"."cards"("firm_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_article_fk" FOREIGN KEY ("firm_id","article_id") REFERENCES "public"."articles"("firm_id","article_id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_batch_fk" FOREIGN KEY ("firm_id","id") REFERENCES "public"."batches"("firm_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_office_fk" FOREIGN KEY ("firm_id","organization_id") REFERENCES "public"."offices"("firm_id","organization_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "batch_records" ADD CONSTRAINT "batch_records_batch_fk" FOREIGN KEY ("firm_id","batch_id") REFERENCES "public"."batches"("firm_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "batches" ADD CONSTRAINT "batches_office_fk" FOREIGN KEY ("firm_id","organization_id") REFERENCES "public"."offices"("firm_id","organization_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "shared_views" ADD CONSTRAINT "shared_views_office_fk" FOREIGN KEY ("firm_id","organization_id") REFERENCES "public"."offices"("firm_id","organization_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "card_assignments" ADD CONSTRAINT "card_assignments_card_fk" FOREIGN KEY ("firm_id","card_id") REFERENCES "public"."cards"("firm_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "card_assignments" ADD CONSTRAINT "card_assignments_admin_fk" FOREIGN KEY ("firm_id","admin_id") REFERENCES "public"."admins"("firm_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "card_questions" ADD CONSTRAINT "card_questions_card_fk" FOREIGN KEY ("firm_id","card_id") REFERENCES "public"."cards"("firm_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "review_substitutes" ADD CONSTRAINT "review_substitutes_reviewer_fk" FOREIGN KEY ("firm_id","reviewer_id") REFERENCES "public"."admins"("firm_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "review_substitutes" ADD CONSTRAINT "review_substitutes_substitute_fk" FOREIGN KEY ("firm_id","substitute_id") REFERENCES "public"."admins"("firm_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "text_messages" ADD CONSTRAINT "text_messages_lawyer_fk" FOREIGN KEY ("firm_id","lawyer_id") REFERENCES "public"."lawyers"("firm_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "transfer_requests" ADD CONSTRAINT "transfer_requests_lawyer_fk" FOREIGN KEY ("firm_id","lawyer_id") REFERENCES "public"."lawyers"("firm_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "transfer_requests" ADD CONSTRAINT "transfer_requests_office_fk" FOREIGN KEY ("firm_id","organization_id") REFERENCES "public"."offices"("firm_id","organization_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "transfer_requests" ADD CONSTRAINT "transfer_requests_to_fk" FOREIGN KEY ("firm_id","to_id") REFERENCES "public"."offices"("firm_id","organization_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "card_visits" ADD CONSTRAINT "card_visits_card_fk" FOREIGN KEY ("firm_id","card_id") REFERENCES "public"."cards"("firm_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook_fk" FOREIGN KEY ("firm_id","webhook_id") REFERENCES "public"."webhooks"("firm_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
-- The partition of the log for times without a month of their own; db/rules/logMonths.ts makes the months.
CREATE TABLE logs_default PARTITION OF logs DEFAULT;
ALTER TABLE logs_default ADD PRIMARY KEY (firm_id, id);
CREATE UNIQUE INDEX logs_default_seq ON logs_default (firm_id, seq);
--> statement-breakpoint
-- OR REPLACE, since a restore that begins again has removed the tables with their triggers, but no functions.
-- Row-level security is no condition for an index: without the firm, the statements of a trigger would read the index of every firm.

-- The level of a card's position, since lists are sorted by it.
CREATE OR REPLACE FUNCTION card_post_level() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.post_level := (SELECT post_level FROM positions WHERE firm_id = NEW.firm_id AND post_code = NEW.post_code);
  RETURN NEW;
END $$;
CREATE TRIGGER post_level BEFORE INSERT OR UPDATE OF post_code ON cards
  FOR EACH ROW EXECUTE FUNCTION card_post_level();

CREATE OR REPLACE FUNCTION level_cards() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE cards SET post_level = NEW.post_level
    WHERE firm_id = NEW.firm_id AND post_code = NEW.post_code AND post_level IS DISTINCT FROM NEW.post_level;
  RETURN NULL;
END $$;
CREATE TRIGGER level_cards AFTER INSERT OR UPDATE OF post_code, post_level ON positions
  FOR EACH ROW EXECUTE FUNCTION level_cards();

-- When each field of the public version of a card last changed: an English card is compared with the Chinese one by it. A restored
-- row brings it along.
CREATE OR REPLACE FUNCTION note_public_changes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  former jsonb := '{}';
BEGIN
  IF TG_OP = 'UPDATE' THEN
    former := coalesce(OLD.published, '{}');
  ELSIF NEW.public_changes <> '{}' THEN
    RETURN NEW;
  END IF;
  IF former IS DISTINCT FROM coalesce(NEW.published, '{}') THEN
    NEW.public_changes := NEW.public_changes || coalesce((
      SELECT jsonb_object_agg(name, jsonb_build_object(
        'at', to_char(NEW.published_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'version', NEW.published_version))
      FROM jsonb_object_keys(former || coalesce(NEW.published, '{}')) AS name
      WHERE former -> name IS DISTINCT FROM NEW.published -> name), '{}');
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER public_changes BEFORE INSERT OR UPDATE OF published ON cards
  FOR EACH ROW EXECUTE FUNCTION note_public_changes();

-- What the list of lawyers is sorted by, from the Chinese card.
CREATE OR REPLACE FUNCTION sort_lawyer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.language = 'CN' THEN
    UPDATE lawyers SET
      card_top = CASE WHEN NEW.deleted_at IS NULL THEN NEW.is_top END,
      card_post_level = CASE WHEN NEW.deleted_at IS NULL THEN NEW.post_level END,
      card_weight = CASE WHEN NEW.deleted_at IS NULL THEN NEW.weight END
    WHERE firm_id = NEW.firm_id AND id = NEW.lawyer_id
      AND (card_top, card_post_level, card_weight) IS DISTINCT FROM (
        CASE WHEN NEW.deleted_at IS NULL THEN NEW.is_top END,
        CASE WHEN NEW.deleted_at IS NULL THEN NEW.post_level END,
        CASE WHEN NEW.deleted_at IS NULL THEN NEW.weight END);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER sort_lawyer AFTER INSERT OR UPDATE OF is_top, weight, post_code, post_level, deleted_at ON cards
  FOR EACH ROW EXECUTE FUNCTION sort_lawyer();

-- A restored backup brings the cards before the people.
CREATE OR REPLACE FUNCTION sort_by_card() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT is_top, post_level, weight INTO NEW.card_top, NEW.card_post_level, NEW.card_weight FROM cards
    WHERE firm_id = NEW.firm_id AND lawyer_id = NEW.id AND language = 'CN' AND deleted_at IS NULL;
  RETURN NEW;
END $$;
CREATE TRIGGER sort_by_card BEFORE INSERT ON lawyers
  FOR EACH ROW EXECUTE FUNCTION sort_by_card();

-- The years of the assessments, so that an index can count who has none of a year.
CREATE OR REPLACE FUNCTION assessed_years() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.assessed_years := ARRAY(
    SELECT DISTINCT (it ->> 'year')::int FROM jsonb_array_elements(NEW.assessments) AS it ORDER BY 1);
  RETURN NEW;
END $$;
CREATE TRIGGER assessed_years BEFORE INSERT OR UPDATE OF assessments ON lawyers
  FOR EACH ROW EXECUTE FUNCTION assessed_years();

-- A position gets another code before its cards do, in the same transaction.
ALTER TABLE cards ALTER CONSTRAINT cards_position_fk DEFERRABLE INITIALLY DEFERRED;
