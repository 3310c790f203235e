-- More readings of names are known. The keys by which names are sorted and found are computed anew by a job (nameKeyRepair.ts).
DO $$ DECLARE firm integer; BEGIN
  PERFORM set_config('app.every_firm', 'on', true);
  FOR firm IN SELECT firm_id FROM firms LOOP
    PERFORM set_config('app.firm_id', firm::text, true);
    UPDATE lawyers SET name_sort = '' WHERE firm_id = firm AND name_sort <> '';
    UPDATE cards SET name_sort = '' WHERE firm_id = firm AND name_sort <> '';
    UPDATE admins SET name_sort = '' WHERE firm_id = firm AND name_sort <> '';
  END LOOP;
  PERFORM set_config('app.firm_id', '', true);
  PERFORM set_config('app.every_firm', '', true);
END $$;
