import type pg from 'pg'

/**
 * Below row-level security PostgreSQL uses an index only for functions marked leakproof, and those of the search are
 * not: without the mark every search would read the whole table. They reveal nothing of a row but by their result; LIKE
 * can fail, on the searcher's own pattern.
 */
const FUNCTIONS = [
  'pg_catalog.textlike(text, text)',
  'pg_catalog.texticlike(text, text)',
  'pg_catalog.arraycontains(anyarray, anyarray)',
  'pg_catalog.arrayoverlap(anyarray, anyarray)',
  'public.search_parts(text)',
  // Cards by profession.
  'pg_catalog.jsonb_contains(jsonb, jsonb)',
  'pg_catalog.jsonb_object_field(jsonb, text)',
]

/** The functions of this list that lack the mark, as statements that set it. */
export const missingMarks = async (client: pg.ClientBase): Promise<string[]> => {
  const { rows } = await client.query<{ statement: string }>(
    `select format('alter function %s leakproof', p.oid::regprocedure) as statement
     from unnest($1::text[]) name join pg_proc p on p.oid = to_regprocedure(name) and not p.proleakproof`,
    [FUNCTIONS],
  )
  return rows.map(({ statement }) => statement)
}

/** PostgreSQL lets only a superuser set the mark. */
export const markLeakproof = async (superuser: pg.ClientBase): Promise<void> => {
  for (const statement of await missingMarks(superuser)) await superuser.query(statement)
}
