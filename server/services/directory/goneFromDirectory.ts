import { and, eq } from 'drizzle-orm'

import type { DirectorySource } from '../../../resources/domain/directory.ts'
import type { Context } from '../../context/context.ts'
import { directoryPeople } from '../../db/tables.ts'
import { notifyGone } from '../../notifications/directory.ts'
import { log } from '../audit/audit.ts'
import { lawyerTarget } from '../lawyers/values.ts'

type Person = { id: number; name: string; organizationId: number; status: number }

/**
 * Notes whether the directory still has a person (`isGone`). Nobody is disabled or removed by a directory: the
 * administrators of the person's office are told, with a link to the leave wizard. Returns whether anything has changed.
 */
export const noteGone = async (
  context: Context,
  source: DirectorySource,
  person: Person,
  { goneAt, isGone }: { goneAt: Date | null; isGone: boolean },
): Promise<boolean> => {
  if ((goneAt !== null) === isGone) return false
  const { db, firmId, now } = context
  await db
    .update(directoryPeople)
    .set({ goneAt: isGone ? now : null, updatedAt: now })
    .where(
      and(
        eq(directoryPeople.firmId, firmId),
        eq(directoryPeople.source, source),
        eq(directoryPeople.lawyerId, person.id),
      ),
    )
  // Who has left or was refused needs no wizard.
  const isPresent = person.status !== 4 && person.status !== 2
  if (isGone && isPresent) await notifyGone(context, person.organizationId, [person])
  await log(context, {
    module: 4,
    action: 'update',
    target: lawyerTarget(person),
    summary: isGone
      ? `通讯录中已没有【${person.name}】，账号未变，请办理离所`
      : `通讯录中又有了【${person.name}】`,
  })
  return true
}
