import { and, eq, type SQL } from 'drizzle-orm'

import type { MandateField } from '../../../resources/cards/mandateFields.ts'
import { mandates as resource } from '../../../resources/cards/mandates.ts'
import { capabilitiesOf, isSwitchedOn, rolesOf } from '../../../resources/domain/permissions.ts'
import type { Capability } from '../../../resources/domain/rights.ts'
import { firmDay } from '../../../resources/kit/firmTime.ts'
import { ApiError, notFound } from '../../context/apiError.ts'
import type { Caller, Context } from '../../context/context.ts'
import type { Db } from '../../db/connection/open.ts'
import { lawyers, mandates } from '../../db/tables.ts'

// An assistant acts in a lawyer's place: the caller of the call becomes the lawyer, with the rights of a mandate alone, so that
// the lawyer's own calls serve both. Everything that is not declared `isByMandate` stays closed.

/** What a lawyer may do and an assistant too; `lawyer.reveal` shows the fields of the mandate unmasked. */
const mandateCapabilities: readonly Capability[] = ['card.view', 'card.edit', 'card.submit', 'lawyer.reveal']

/** Condition for the mandates that this person has as an assistant. */
export const isAssistant = ({ population, id }: Pick<Caller, 'population' | 'id'>): SQL =>
  population === 1 ? eq(mandates.adminId, id) : eq(mandates.memberId, id)

const refusal = (message: string) => new ApiError('4030', message, { need: 'mandate', scope: null })

type Term = { startAt: Date; endAt: Date; endedAt: Date | null }

/** Why a mandate gives no right at this moment; null if it does. */
const termRefusal = (name: string, { startAt, endAt, endedAt }: Term, now: Date) => {
  if (endedAt) return refusal(`代办已结束，不能再修改${name}的名片。如需继续，请由${name}重新指定`)
  if (endAt <= now)
    return refusal(
      `代办已于${firmDay(endAt.getTime() - 1)}到期，不能再修改${name}的名片。如需继续，请由${name}重新指定`,
    )
  return startAt > now ? refusal(`代办从${firmDay(startAt)}开始，现在还不能修改${name}的名片`) : null
}

/** Both names, as the log, the history and the review desk store them. */
const bothNames = (assistant: string, lawyer: string) => `${assistant}（代${lawyer}）`

type Person = { id: number; name: string; organizationId: number; status: number; deletedAt: Date | null }

const inPlace = (
  { caller, switches }: Pick<Context, 'caller' | 'switches'>,
  lawyer: Person,
  mandate: { id: number; fields: readonly MandateField[] },
): Caller => {
  const ranked = { population: 2, officeLevel: null, isSystem: false } as const
  const held = capabilitiesOf({ ...ranked, canAudit: false, canExport: false }, switches.rights)
  const { population, id, name, organizationId, officeLevel, firmId, sessionId } = caller
  return {
    ...ranked,
    id: lawyer.id,
    firmId,
    organizationId: lawyer.organizationId,
    name: bothNames(name, lawyer.name),
    roles: rolesOf(ranked),
    capabilities: new Set(mandateCapabilities.filter(it => held.has(it))),
    mustChangePwd: false,
    mustSetFactor: false,
    sessionId,
    standsInFor: [],
    mandate: {
      ...mandate,
      lawyerName: lawyer.name,
      assistant: { population, id, name, organizationId, officeLevel },
    },
  }
}

/** The lawyer in whose place the caller acts; throws 4030 with the reason where the mandate gives no right any more. */
export const lawyerInPlace = async (
  db: Db,
  { caller, switches, now }: Pick<Context, 'caller' | 'switches' | 'now'>,
  mandateId: number,
): Promise<Caller> => {
  if (!isSwitchedOn({}, resource.feature, caller.population, switches.features)) throw new ApiError('4031')
  const [row] = await db
    .select({
      mandate: mandates,
      lawyer: {
        id: lawyers.id,
        name: lawyers.name,
        organizationId: lawyers.organizationId,
        status: lawyers.status,
        deletedAt: lawyers.deletedAt,
      },
    })
    .from(mandates)
    .innerJoin(lawyers, and(eq(lawyers.firmId, mandates.firmId), eq(lawyers.id, mandates.lawyerId)))
    .where(
      and(
        eq(mandates.firmId, caller.firmId),
        eq(lawyers.firmId, caller.firmId),
        eq(mandates.id, mandateId),
        isAssistant(caller),
      ),
    )
  if (!row) throw notFound()
  const { mandate, lawyer } = row
  const { id, fields } = mandate
  const refused = termRefusal(lawyer.name, mandate, now)
  if (refused) throw refused
  if (lawyer.status !== 1 || lawyer.deletedAt) throw refusal(`${lawyer.name}的账号已停用，不能修改其名片`)
  return inPlace({ caller, switches }, lawyer, { id, fields })
}
