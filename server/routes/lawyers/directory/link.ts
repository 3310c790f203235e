import { and, eq } from 'drizzle-orm'

import type { DirectorySource, DirectoryValues } from '../../../../resources/domain/directory.ts'
import type { Context } from '../../../context/context.ts'
import { directoryPeople } from '../../../db/tables.ts'

type Linked = { externalId: string; lawyerId: number; given: DirectoryValues }

const isOf = ({ firmId }: Context, source: DirectorySource, lawyerId: number) =>
  and(
    eq(directoryPeople.firmId, firmId),
    eq(directoryPeople.source, source),
    eq(directoryPeople.lawyerId, lawyerId),
  )

/** What the directory had given about these people before; nothing for whom it did not know. */
export const givenOf = async ({ db, firmId }: Context, source: DirectorySource) => {
  const rows = await db
    .select()
    .from(directoryPeople)
    .where(and(eq(directoryPeople.firmId, firmId), eq(directoryPeople.source, source)))
  return new Map(rows.map(it => [it.lawyerId, it]))
}

/** Ends what the directory knew of a person. */
export const unlink = (context: Context, { source }: { source: DirectorySource }, lawyerId: number) =>
  context.db.delete(directoryPeople).where(isOf(context, source, lawyerId))

/** Notes as whom the directory knows the person. Somebody who came back with another account has the new one then. */
export const link = async (
  context: Context,
  { source }: { source: DirectorySource },
  { externalId, lawyerId, given }: Linked,
) => {
  const { db, firmId, now } = context
  const [known] = await db
    .select({ externalId: directoryPeople.externalId })
    .from(directoryPeople)
    .where(isOf(context, source, lawyerId))
  if (known && known.externalId !== externalId) await unlink(context, { source }, lawyerId)
  await db
    .insert(directoryPeople)
    .values({ firmId, source, externalId, lawyerId, given, createdAt: now, updatedAt: now })
    .onConflictDoUpdate({
      target: [directoryPeople.firmId, directoryPeople.source, directoryPeople.externalId],
      set: { given, lawyerId, goneAt: null, updatedAt: now },
    })
}
