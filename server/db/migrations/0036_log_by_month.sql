-- The log in partitions by month, so that months that are no longer kept go as a whole. The table that was there becomes the
-- first partition with its rows and indexes as they are; its rows are read twice, for their newest and by ATTACH. A table without rows
-- is not kept. The names of the months, their walls and the months to come are the business of db/rules/logMonths.ts.
DO $$
DECLARE
  newest timestamptz;
  boundary timestamptz;
  before text := 'logs_before';
  was pg_class;
  grants text[];
  revokes text[];
  indexes text[];
  item text;
  part record;
  has_trigger boolean;
BEGIN
  PERFORM set_config('app.every_firm', 'on', true);
  SELECT * INTO was FROM pg_class WHERE oid = 'public.logs'::regclass;
  SELECT max(created_at) INTO newest FROM logs;
  IF newest IS NOT NULL THEN
    -- Of months of the firms, which are in China.
    boundary := (date_trunc('month', greatest(newest, now()) AT TIME ZONE 'Asia/Shanghai') + interval '1 month') AT TIME ZONE 'Asia/Shanghai';
    before := 'logs_before_' || to_char(boundary AT TIME ZONE 'Asia/Shanghai', 'YYYY_MM');
  END IF;
  has_trigger := EXISTS (SELECT FROM pg_trigger WHERE tgrelid = was.oid AND tgname = 'append_only');
  SELECT array_agg(indexdef) INTO indexes FROM pg_indexes
    WHERE schemaname = 'public' AND tablename = 'logs' AND indexdef NOT LIKE 'CREATE UNIQUE %';
  SELECT array_agg(format('GRANT %s ON logs TO %I', privileges, role)), array_agg(format('REVOKE ALL ON %I FROM %I', before, role))
    INTO grants, revokes FROM (
    SELECT pg_get_userbyid(grantee) AS role, string_agg(privilege_type, ', ') AS privileges FROM aclexplode(was.relacl)
    WHERE grantee NOT IN (0, was.relowner) GROUP BY 1) granted;
  EXECUTE format('ALTER TABLE logs RENAME TO %I', before);
  FOR part IN SELECT indexname AS name FROM pg_indexes WHERE schemaname = 'public' AND tablename = before LOOP
    EXECUTE format('ALTER INDEX %I RENAME TO %I', part.name, replace(part.name, 'logs', before));
  END LOOP;
  EXECUTE format('CREATE TABLE logs (LIKE %I INCLUDING DEFAULTS INCLUDING GENERATED) PARTITION BY RANGE (created_at)', before);
  ALTER SEQUENCE logs_id_seq OWNED BY logs.id;
  IF newest IS NULL THEN
    EXECUTE format('DROP TABLE %I', before);
  ELSE
    EXECUTE format('ALTER TABLE logs ATTACH PARTITION %I FOR VALUES FROM (MINVALUE) TO (%L)', before, boundary);
    FOREACH item IN ARRAY coalesce(revokes, '{}') LOOP
      EXECUTE item;
    END LOOP;
  END IF;
  CREATE TABLE logs_default PARTITION OF logs DEFAULT;
  ALTER TABLE logs_default ADD PRIMARY KEY (firm_id, id);
  CREATE UNIQUE INDEX logs_default_seq ON logs_default (firm_id, seq);
  -- Those of the first partition become a part of them, so that none is made anew.
  FOREACH item IN ARRAY indexes LOOP
    EXECUTE item;
  END LOOP;
  -- Processes of the release before go on beside this, so that nothing may be missing when it is done.
  IF has_trigger THEN
    CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON logs FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
  END IF;
  IF was.relrowsecurity THEN
    CREATE POLICY own_firm ON logs USING (firm_id = (SELECT nullif(current_setting('app.firm_id', true), '')::int))
      WITH CHECK (firm_id = (SELECT nullif(current_setting('app.firm_id', true), '')::int));
    CREATE POLICY every_firm_for_reading ON logs FOR SELECT USING ((SELECT current_setting('app.every_firm', true)) = 'on');
    ALTER TABLE logs ENABLE ROW LEVEL SECURITY;
    ALTER TABLE logs FORCE ROW LEVEL SECURITY;
  END IF;
  FOREACH item IN ARRAY coalesce(grants, '{}') LOOP
    EXECUTE item;
  END LOOP;
  PERFORM set_config('app.every_firm', 'off', true);
END $$;
