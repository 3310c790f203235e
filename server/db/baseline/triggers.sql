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
