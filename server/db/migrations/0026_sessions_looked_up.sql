-- Sessions are looked up by each call, and no process has to hear of what changes them.
DROP TRIGGER sessions_changed ON "sessions";--> statement-breakpoint
DROP TRIGGER sessions_emptied ON "sessions";--> statement-breakpoint
DROP TRIGGER sessions_changed ON "admins";--> statement-breakpoint
DROP TRIGGER sessions_changed_by_removal ON "admins";--> statement-breakpoint
DROP TRIGGER sessions_changed ON "lawyers";--> statement-breakpoint
DROP TRIGGER sessions_changed_by_removal ON "lawyers";--> statement-breakpoint
DROP TRIGGER sessions_changed ON "firms";--> statement-breakpoint
DROP TRIGGER sessions_changed_by_removal ON "firms";--> statement-breakpoint
DROP TRIGGER sessions_changed ON "firm_configs";--> statement-breakpoint
DROP FUNCTION sessions_changed();
