-- Row-level security is no condition for an index: without the firm, these statements read the index of every firm.
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
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION sort_by_card() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT is_top, post_level, weight INTO NEW.card_top, NEW.card_post_level, NEW.card_weight FROM cards
    WHERE firm_id = NEW.firm_id AND lawyer_id = NEW.id AND language = 'CN' AND deleted_at IS NULL;
  RETURN NEW;
END $$;
