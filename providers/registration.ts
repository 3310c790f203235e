import type { Option } from '../resources/kit/index.ts'
import { textAt, valueAt } from './answer.ts'
import { bootstrapCalls } from './bootstrapCalls.ts'
import { currentFirmId, send } from './request.ts'

// What an applicant asks the back-end for, who has no session yet.

/** The offices that an applicant can choose from. */
export const fetchOffices = async (): Promise<Option[]> => {
  const offices = await send(bootstrapCalls.offices)
  const rows: readonly unknown[] = Array.isArray(offices) ? offices : []
  return rows.map(row => [Number(valueAt(row, 'organizationId')), textAt(row, 'name')])
}

/** How the registration of a number stands: the status of a lawyer (domain.md §4), and what was written before. */
export type Standing = { status: number; reason: string; application: unknown }

/** Null where nobody has registered with this number, which the ticket proves. */
export const fetchStanding = async (proof: { mobile: string; ticket: string }): Promise<Standing | null> => {
  const found = await send(bootstrapCalls.checkMobile, proof)
  if (valueAt(found, 'available') === true) return null
  return {
    status: Number(valueAt(found, 'status') ?? 1),
    reason: textAt(found, 'reason'),
    application: valueAt(found, 'application'),
  }
}

/** Answers the account's status: 0 waits for a review, 1 may sign in. */
export const sendApplication = async (application: Readonly<Record<string, unknown>>) =>
  Number(valueAt(await send(bootstrapCalls.register, application), 'status'))

/** The firm's own texts, as HTML; empty where it has none, or where the back-end does not tell them. */
export const fetchAgreements = async () => {
  const firm = await send(bootstrapCalls.firmInfo, { id: currentFirmId() })
  return { agreement: textAt(firm, 'agreement'), privacy: textAt(firm, 'privacy') }
}
