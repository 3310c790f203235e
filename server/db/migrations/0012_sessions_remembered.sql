CREATE INDEX "cards_post" ON "cards" USING btree ("firm_id","post_code") WHERE deleted_at is null;--> statement-breakpoint
-- Each process remembers who a session belongs to; whatever that follows from says here that it has changed.
CREATE OR REPLACE FUNCTION sessions_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('sessions_changed', coalesce(NEW.firm_id, OLD.firm_id)::text);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER sessions_changed AFTER DELETE OR UPDATE OF firm_id, population, user_id, token_hash, created_at, expire_at, is_remembered ON "sessions" FOR EACH ROW EXECUTE FUNCTION sessions_changed();--> statement-breakpoint
CREATE TRIGGER sessions_emptied AFTER TRUNCATE ON "sessions" FOR EACH STATEMENT EXECUTE FUNCTION sessions_changed();--> statement-breakpoint
CREATE TRIGGER sessions_changed AFTER UPDATE ON "admins" FOR EACH ROW WHEN (
  (OLD.name, OLD.organization_id, OLD.office_level, OLD.is_system, OLD.can_audit, OLD.can_export, OLD.must_change_pwd, OLD.status, OLD.deleted_at)
  IS DISTINCT FROM
  (NEW.name, NEW.organization_id, NEW.office_level, NEW.is_system, NEW.can_audit, NEW.can_export, NEW.must_change_pwd, NEW.status, NEW.deleted_at)
) EXECUTE FUNCTION sessions_changed();--> statement-breakpoint
CREATE TRIGGER sessions_changed_by_removal AFTER DELETE ON "admins" FOR EACH ROW EXECUTE FUNCTION sessions_changed();--> statement-breakpoint
CREATE TRIGGER sessions_changed AFTER UPDATE ON "lawyers" FOR EACH ROW WHEN (
  (OLD.name, OLD.organization_id, OLD.must_change_pwd, OLD.status, OLD.deleted_at)
  IS DISTINCT FROM (NEW.name, NEW.organization_id, NEW.must_change_pwd, NEW.status, NEW.deleted_at)
) EXECUTE FUNCTION sessions_changed();--> statement-breakpoint
CREATE TRIGGER sessions_changed_by_removal AFTER DELETE ON "lawyers" FOR EACH ROW EXECUTE FUNCTION sessions_changed();--> statement-breakpoint
CREATE TRIGGER sessions_changed AFTER UPDATE ON "firms" FOR EACH ROW WHEN (OLD.app_conf_set IS DISTINCT FROM NEW.app_conf_set) EXECUTE FUNCTION sessions_changed();--> statement-breakpoint
CREATE TRIGGER sessions_changed_by_removal AFTER DELETE ON "firms" FOR EACH ROW EXECUTE FUNCTION sessions_changed();--> statement-breakpoint
CREATE TRIGGER sessions_changed AFTER INSERT OR UPDATE OR DELETE ON "firm_configs" FOR EACH ROW EXECUTE FUNCTION sessions_changed();
