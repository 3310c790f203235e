import type { Caller } from '../../context/context.ts'

// Values by which single sign-on finds a person, and which that person has written without proving to own them. They
// identify nobody: with a colleague's address in one's own record, the colleague's sign-in would lead to the wrong
// account, or to none.

const identifyingFields = ['mobile', 'email', 'account'] as const
export type IdentifyingField = (typeof identifyingFields)[number]

type Subject = Pick<Caller, 'population' | 'id'> & { selfWritten: readonly IdentifyingField[] }

/** Whether the caller changes the own record, and is not the main administrator, who may enter everybody's values. */
const isOwnRecord = (caller: Caller, { population, id }: Pick<Caller, 'population' | 'id'>) =>
  caller.population === population && caller.id === id && caller.officeLevel !== 1

/** The column `selfWritten` after a change; nothing where it stays as it is. */
export const selfWrittenAfter = (
  caller: Caller,
  { selfWritten, ...subject }: Subject,
  patch: Readonly<Record<string, unknown>>,
): { selfWritten?: IdentifyingField[] } => {
  const changed = identifyingFields.filter(name => name in patch)
  if (changed.length === 0) return {}
  const rest = selfWritten.filter(name => !changed.includes(name))
  return { selfWritten: isOwnRecord(caller, subject) ? [...rest, ...changed] : rest }
}
