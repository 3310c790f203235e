ALTER TABLE "cards" ADD COLUMN "post_level" integer;--> statement-breakpoint
ALTER TABLE "lawyers" ADD COLUMN "card_top" integer;--> statement-breakpoint
ALTER TABLE "lawyers" ADD COLUMN "card_post_level" integer;--> statement-breakpoint
ALTER TABLE "lawyers" ADD COLUMN "card_weight" integer;--> statement-breakpoint
CREATE INDEX "cards_order" ON "cards" USING btree ("firm_id","is_top" DESC NULLS LAST,"post_level","weight" DESC NULLS LAST,"name_pinyin","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "lawyers_order" ON "lawyers" USING btree ("firm_id","card_top" DESC NULLS LAST,"card_post_level","card_weight" DESC NULLS LAST,"name_pinyin","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE OR REPLACE FUNCTION card_post_level() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.post_level := (SELECT post_level FROM positions WHERE firm_id = NEW.firm_id AND post_code = NEW.post_code);
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER post_level BEFORE INSERT OR UPDATE OF post_code ON "cards" FOR EACH ROW EXECUTE FUNCTION card_post_level();--> statement-breakpoint
CREATE OR REPLACE FUNCTION sort_lawyer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.language = 'CN' THEN
    UPDATE lawyers SET
      card_top = CASE WHEN NEW.deleted_at IS NULL THEN NEW.is_top END,
      card_post_level = CASE WHEN NEW.deleted_at IS NULL THEN NEW.post_level END,
      card_weight = CASE WHEN NEW.deleted_at IS NULL THEN NEW.weight END
    WHERE id = NEW.lawyer_id AND (card_top, card_post_level, card_weight) IS DISTINCT FROM (
      CASE WHEN NEW.deleted_at IS NULL THEN NEW.is_top END,
      CASE WHEN NEW.deleted_at IS NULL THEN NEW.post_level END,
      CASE WHEN NEW.deleted_at IS NULL THEN NEW.weight END);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER sort_lawyer AFTER INSERT OR UPDATE OF is_top, weight, post_code, post_level, deleted_at ON "cards" FOR EACH ROW EXECUTE FUNCTION sort_lawyer();--> statement-breakpoint
CREATE OR REPLACE FUNCTION sort_by_card() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT is_top, post_level, weight INTO NEW.card_top, NEW.card_post_level, NEW.card_weight FROM cards
    WHERE lawyer_id = NEW.id AND language = 'CN' AND deleted_at IS NULL;
  RETURN NEW;
END $$;--> statement-breakpoint
-- A restored backup brings the cards before the people.
CREATE TRIGGER sort_by_card BEFORE INSERT ON "lawyers" FOR EACH ROW EXECUTE FUNCTION sort_by_card();--> statement-breakpoint
CREATE OR REPLACE FUNCTION level_cards() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE cards SET post_level = NEW.post_level
    WHERE firm_id = NEW.firm_id AND post_code = NEW.post_code AND post_level IS DISTINCT FROM NEW.post_level;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER level_cards AFTER INSERT OR UPDATE OF post_code, post_level ON "positions" FOR EACH ROW EXECUTE FUNCTION level_cards();--> statement-breakpoint
-- The owner is to reach every firm's rows for once.
ALTER TABLE "positions" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "cards" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "lawyers" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
UPDATE "cards" SET post_code = post_code;--> statement-breakpoint
ALTER TABLE "positions" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "cards" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "lawyers" FORCE ROW LEVEL SECURITY;
