import { and, eq, sql } from 'drizzle-orm'

import type {
  DirectoryAccount,
  DirectorySource,
  DirectoryValues,
} from '../../../../resources/domain/directory.ts'
import type { Context } from '../../../context/context.ts'
import { directoryPeople } from '../../../db/tables.ts'

type Of = { source: DirectorySource }
type Linked = { externalId: string; lawyerId: number; given: DirectoryValues; goneAt?: string | null }

const isOfPeople = ({ firmId }: Context, source: DirectorySource, lawyerIds: readonly number[]) =>
  and(
    eq(directoryPeople.firmId, firmId),
    eq(directoryPeople.source, source),
    sql`${directoryPeople.lawyerId} = any(${sql.param([...lawyerIds])}::bigint[])`,
  )

/** As whom the directory knew these people before; nothing for whom it did not know. */
export const accountsOf = async (context: Context, { source }: Of, lawyerIds: readonly number[]) => {
  const rows = await context.db
    .select()
    .from(directoryPeople)
    .where(isOfPeople(context, source, lawyerIds))
  return new Map(
    rows.map(({ lawyerId, externalId, given, goneAt }): [number, DirectoryAccount] => [
      lawyerId,
      { externalId, given, goneAt: goneAt?.toISOString() ?? null },
    ]),
  )
}

const endLinks = async (context: Context, { source }: Of, lawyerIds: readonly number[]) => {
  if (lawyerIds.length > 0)
    await context.db.delete(directoryPeople).where(isOfPeople(context, source, lawyerIds))
}

/**
 * Notes as whom the directory knows these people; `others` of them were known as somebody else. The rows are one parameter, since
 * there may be twenty thousand, and are found by the primary key, whatever the statistics of the table say.
 */
export const linkPeople = async (
  context: Context,
  { source }: Of,
  links: readonly Linked[],
  others: readonly number[] = [],
): Promise<void> => {
  const { db, firmId, now } = context
  await endLinks(context, { source }, others)
  if (links.length === 0) return
  const at = sql`${now.toISOString()}::timestamptz`
  await db.execute(sql`insert into directory_people (firm_id, source, external_id, lawyer_id, given, gone_at, created_at, updated_at)
    select ${firmId}::int, ${source}::text, item."externalId", item."lawyerId", item.given, item."goneAt", ${at}, ${at}
    from jsonb_to_recordset(${JSON.stringify(links)}::jsonb)
      as item("externalId" text, "lawyerId" bigint, given jsonb, "goneAt" timestamptz)
    on conflict (firm_id, source, external_id) do update
      set given = excluded.given, lawyer_id = excluded.lawyer_id, gone_at = excluded.gone_at, updated_at = excluded.updated_at`)
}

/** A link that was made, what the directory had given to the same account before, and the account before. */
type MadeLink = {
  externalId: string
  lawyerId: number
  given: DirectoryValues | null
  earlier: DirectoryAccount | null
}

const externalIdsOf = async ({ db, firmId }: Context, source: DirectorySource, ids: readonly string[]) => {
  const rows = await db
    .select({ externalId: directoryPeople.externalId })
    .from(directoryPeople)
    .where(
      and(
        eq(directoryPeople.firmId, firmId),
        eq(directoryPeople.source, source),
        sql`${directoryPeople.externalId} = any(${sql.param([...ids])}::text[])`,
      ),
    )
  return new Set(rows.map(it => it.externalId))
}

/** Takes links back, except where the person has got another account since; nobody's earlier account is taken from somebody else. */
export const takeBackLinks = async (
  context: Context,
  { source }: Of,
  made: readonly MadeLink[],
): Promise<void> => {
  const present = await accountsOf(
    context,
    { source },
    made.map(it => it.lawyerId),
  )
  const current = made.filter(it => present.get(it.lawyerId)?.externalId === it.externalId)
  const ended = current.filter(it => it.given === null)
  const taken = await externalIdsOf(
    context,
    source,
    ended.flatMap(({ earlier }) => earlier?.externalId ?? []),
  )
  const links = current.flatMap(({ externalId, lawyerId, given, earlier }): Linked[] => {
    if (given) return [{ externalId, lawyerId, given, goneAt: present.get(lawyerId)?.goneAt ?? null }]
    return earlier && !taken.has(earlier.externalId) ? [{ lawyerId, ...earlier }] : []
  })
  await linkPeople(
    context,
    { source },
    links,
    ended.map(it => it.lawyerId),
  )
}
