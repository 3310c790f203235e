import type { Option } from '../resources/kit/index.ts'
import { textAt, valueAt } from './answer.ts'
import { bootstrapCalls } from './bootstrapCalls.ts'
import { currentFirmId, send } from './request.ts'

// Calls of an applicant, who has no session yet.

/** The offices that an applicant can choose from. */
export const fetchOffices = async (): Promise<Option[]> => {
  const offices = await send(bootstrapCalls.offices)
  const rows: readonly unknown[] = Array.isArray(offices) ? offices : []
  return rows.map(row => [Number(valueAt(row, 'organizationId')), textAt(row, 'name')])
}

/**
 * The state of a registration: the status of the lawyer (docs/domain.md §4), the reason of a refusal, and the submitted
 * values.
 */
export type RegistrationState = { status: number; reason: string; application: unknown }

/** The registration of a mobile number that the ticket proves; null if there is none. */
export const fetchRegistrationState = async (proof: {
  mobile: string
  ticket: string
}): Promise<RegistrationState | null> => {
  const found = await send(bootstrapCalls.checkMobile, proof)
  if (valueAt(found, 'available') === true) return null
  return {
    status: Number(valueAt(found, 'status') ?? 1),
    reason: textAt(found, 'reason'),
    application: valueAt(found, 'application'),
  }
}

/** Sends an application and returns the status of the account: 0 waits for a review, 1 may sign in. */
export const sendApplication = async (application: Readonly<Record<string, unknown>>) =>
  Number(valueAt(await send(bootstrapCalls.register, application), 'status'))

/** The firm's agreement and privacy notice as HTML; empty if it has none or the back-end does not send them. */
export const fetchAgreements = async () => {
  const firm = await send(bootstrapCalls.firmInfo, { id: currentFirmId() })
  return { agreement: textAt(firm, 'agreement'), privacy: textAt(firm, 'privacy') }
}
