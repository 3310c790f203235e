import pg from 'pg'

import { isDistributed } from '../distribution/distributed.ts'
import { keptTables } from './ownTables.ts'
import { bindToFirm, hideOtherFirms, readEveryFirm } from './rules.ts'

// Database triggers record which row uses which file, so that no writer can forget it: a file without a
// recorded use is deleted for good.

/**
 * Tables whose rows use no files: logs only describe files, messages have none, stored answers expire within
 * a day, hosts are names, bulk actions and presences only name records, mirrors only repeat the titles of
 * messages, and visits are counts.
 */
const withoutFiles = new Set([
  'files',
  'file_uses',
  'hosts',
  'logs',
  'log_heads',
  'log_forwards',
  'messages',
  'sessions',
  'one_time_codes',
  'idempotency_keys',
  'text_messages',
  'bulk_runs',
  'bulk_rows',
  'message_mirrors',
  'mandates',
  'preview_links',
  'directory_people',
  'directory_runs',
  'presences',
  'card_visits',
  'visit_marks',
  'visit_salts',
])

const TRIGGER = 'note_file_uses'

/**
 * The trigger records the files that a row names and removes the record of those it no longer names. A file
 * without uses may then be deleted: at once where the row was deleted, a day later where it was changed,
 * since an open form may name the file again. The trigger's arguments are the name of the table and the columns of the row's primary
 * key. Only paths of this product's uploads count. A backslash before a slash, as JSON allows it in a draft,
 * is ignored.
 */
const FUNCTIONS = String.raw`
  create or replace function file_paths(content text) returns text[] language sql immutable as $$
    select case when content like '%api%files%' then (
      select coalesce(array_agg(distinct found[1] order by found[1]), '{}')
      from regexp_matches(replace(content, '\', ''), '/api/files/(\w[\w-]*(?:/\w[\w-]*)*\.[a-z0-9]{2,5})', 'g') as found)
    else '{}' end
  $$;
  create or replace function file_user(content jsonb, keys text[]) returns text language sql immutable as $$
    select string_agg(content ->> name, ':' order by place) from unnest(keys) with ordinality as named(name, place)
  $$;
  create or replace function note_file_uses() returns trigger language plpgsql as $$
  declare
    paths_now text[] := '{}';
    paths_before text[] := '{}';
    gone text[];
    id text;
  begin
    if tg_op <> 'DELETE' then paths_now := file_paths(new::text); end if;
    if tg_op <> 'INSERT' then paths_before := file_paths(old::text); end if;
    if paths_now = paths_before then return null; end if;
    if tg_op <> 'DELETE' then
      id := file_user(to_jsonb(new), tg_argv[1:]);
      insert into file_uses (firm_id, path, entity, record)
        select new.firm_id, path, tg_argv[0], id from files
        where firm_id = new.firm_id and path = any(paths_now) and path <> all(paths_before) order by path
        on conflict do nothing;
    end if;
    if tg_op <> 'INSERT' then
      id := file_user(to_jsonb(old), tg_argv[1:]);
      gone := array(select path from unnest(paths_before) as path where path <> all(paths_now));
      delete from file_uses
        where firm_id = old.firm_id and entity = tg_argv[0] and record = id and path = any(gone);
      update files set sweep_at = case when tg_op = 'DELETE' then now() else now() + interval '1 day' end
        where firm_id = old.firm_id and path = any(gone) and sweep_at is null
          and not exists (select from file_uses used where used.firm_id = old.firm_id and used.path = files.path);
    end if;
    return null;
  end $$;`

type Table = { name: string; keys: string[] }

/**
 * Tables that need the trigger, with the columns of their primary keys: they have a text or JSON column and
 * no trigger yet.
 */
const MISSING = `
  select c.relname as name,
    coalesce(array_agg(a.attname::text order by k.place) filter (where a.attname <> 'firm_id'), '{firm_id}') as keys
  from pg_class c
  join pg_index i on i.indrelid = c.oid and i.indisprimary
  cross join unnest(i.indkey::int2[]) with ordinality as k(number, place)
  join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number
  where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname = any($1)
    and exists (select from pg_attribute f where f.attrelid = c.oid and f.attname = 'firm_id' and not f.attisdropped)
    and exists (select from pg_attribute t where t.attrelid = c.oid and not t.attisdropped and t.attnum > 0
      and t.atttypid in ('text'::regtype, 'jsonb'::regtype))
    and not exists (select from pg_trigger g where g.tgrelid = c.oid and g.tgname = '${TRIGGER}')
  group by 1 order by 1`

const quoteName = pg.escapeIdentifier

const triggerSql = ({ name, keys }: Table): string =>
  `create trigger ${TRIGGER} after insert or update or delete on ${quoteName(name)}
    for each row execute function note_file_uses(${[name, ...keys].map(it => pg.escapeLiteral(it)).join(', ')})`

/**
 * Creates the trigger and records the uses of existing rows. The policy for reading shows the rows of every firm,
 * and each use is written as its firm: ALTER TABLE … NO FORCE would lock the table against reading.
 */
const recordingSql = ({ name, keys }: Table): string => {
  const key = keys.map(column => pg.escapeLiteral(column)).join(', ')
  return `begin;
    ${triggerSql({ name, keys })};
    set local app.every_firm = 'on';
    do $$ declare used record; begin
      for used in select f.firm_id, f.path, file_user(to_jsonb(t), array[${key}]) as record
        from ${quoteName(name)} t cross join unnest(file_paths(t::text)) as named(path)
        join files f on f.firm_id = t.firm_id and f.path = named.path
      loop
        perform set_config('app.firm_id', used.firm_id::text, true);
        insert into file_uses (firm_id, path, entity, record)
          values (used.firm_id, used.path, ${pg.escapeLiteral(name)}, used.record) on conflict do nothing;
      end loop;
    end $$;
    commit`
}

/**
 * The same where firms are on several servers: no statement of one is passed on to another with the firm that a function
 * sets, so that each firm has statements of its own.
 */
const recordDistributed = async (client: pg.ClientBase, { name, keys }: Table): Promise<void> => {
  const arrayOfKeys = `array[${keys.map(column => pg.escapeLiteral(column)).join(', ')}]`
  await client.query('begin')
  await client.query(triggerSql({ name, keys }))
  await readEveryFirm(client)
  const { rows: firms } = await client.query<{ id: number }>('select firm_id as id from firms')
  await hideOtherFirms(client)
  for (const { id } of firms) {
    await bindToFirm(client, id)
    await client.query(`insert into file_uses (firm_id, path, entity, record)
      select ${id}, f.path, ${pg.escapeLiteral(name)}, file_user(to_jsonb(t), ${arrayOfKeys})
      from ${quoteName(name)} t join files f on f.firm_id = ${id} and f.path = any(file_paths(t::text))
      where t.firm_id = ${id} on conflict do nothing`)
  }
  await client.query('commit')
}

/**
 * Creates the triggers where they are missing; a table that is new starts with
 * the uses of its existing rows. Each table has its own transaction, because one that locks several tables and
 * calls that use several would deadlock again and again.
 */
export const recordFileUses = async (client: pg.ClientBase): Promise<void> => {
  const names = (await keptTables(client)).filter(name => !withoutFiles.has(name))
  const { rows } = await client.query<Table>(MISSING, [names])
  if (rows.length === 0) return
  const isSpread = await isDistributed(client)
  if (!isSpread) await client.query(FUNCTIONS)
  for (const table of rows)
    await (isSpread ? recordDistributed(client, table) : client.query(recordingSql(table)))
}
