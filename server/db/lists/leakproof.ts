import type pg from 'pg'

/**
 * Under row-level security, PostgreSQL uses an index only for functions marked leakproof. The functions of
 * the search are not marked, and without the mark every search would read the whole table. They reveal
 * nothing about a row except their result; LIKE can raise an error, but only about the searcher's own
 * pattern.
 */
const FUNCTIONS = [
  'pg_catalog.textlike(text, text)',
  'pg_catalog.texticlike(text, text)',
  'pg_catalog.arraycontains(anyarray, anyarray)',
  'pg_catalog.arrayoverlap(anyarray, anyarray)',
  'public.search_parts(text)',
  // For cards by profession.
  'pg_catalog.jsonb_contains(jsonb, jsonb)',
  'pg_catalog.jsonb_object_field(jsonb, text)',
]

/** Statements that set the mark on the functions that lack it. */
export const missingMarkStatements = async (client: pg.ClientBase): Promise<string[]> => {
  const { rows } = await client.query<{ statement: string }>(
    `select format('alter function %s leakproof', p.oid::regprocedure) as statement
     from unnest($1::text[]) name join pg_proc p on p.oid = to_regprocedure(name) and not p.proleakproof`,
    [FUNCTIONS],
  )
  return rows.map(({ statement }) => statement)
}

/** Sets the mark, which only a superuser may do. */
export const markLeakproof = async (superuser: pg.ClientBase): Promise<void> => {
  for (const statement of await missingMarkStatements(superuser)) await superuser.query(statement)
}
