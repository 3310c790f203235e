import { type Administrator, mayDecide } from '../../../services/rehearsal/deciders.ts'
import { type DecidingRules, decidingRulesFrom } from '../../../services/rehearsal/sides.ts'
import type { FirmFixture } from '../fixtureSchema.ts'
import { adminKey, lawyerKey } from '../schema/references.ts'
import { type IdsByKey, idOf, officeIdOf } from './ids.ts'

type Context = { firm: FirmFixture; offices: IdsByKey; admins: IdsByKey; lawyers: IdsByKey }

/** The firm's people with the rules by which the product lets them decide. */
export type Staff = {
  administrators: ReadonlyMap<number, Administrator>
  /** The mobile number of each lawyer, by the lawyer's id. */
  mobiles: ReadonlyMap<number, string>
  rules: DecidingRules
}

export const staffOf = ({ firm, offices, admins, lawyers }: Context): Staff => {
  const administrators = firm.admins.flatMap((admin): [number, Administrator][] => {
    if (admin.isSystem === 1) return []
    const id = idOf(admins, 'admin', adminKey(admin))
    const { officeLevel, mobile = '' } = admin
    const organizationId = officeIdOf(firm, offices, admin.office)
    const rights = { canAudit: admin.canAudit === 1, isActive: admin.status === 1 }
    return [[id, { id, officeLevel, organizationId, mobile, ...rights }]]
  })
  return {
    administrators: new Map(administrators),
    mobiles: new Map(firm.lawyers.map(lawyer => [idOf(lawyers, 'lawyer', lawyerKey(lawyer)), lawyer.mobile])),
    rules: decidingRulesFrom(firm.config.settings['cardReview']),
  }
}

type Right = 'article.pass' | 'card.audit'
/** The office of a record, and the lawyers whose own work it is. */
type Decided = { office: number; owners: readonly number[] }

/** Whether the product would let this administrator decide about the record. */
export const isReviewerOf = (
  { administrators, mobiles, rules }: Staff,
  right: Right,
  { office, owners }: Decided,
  id: number,
): boolean => {
  const administrator = administrators.get(id)
  const decided = { office, mobiles: owners.flatMap(it => mobiles.get(it) ?? []) }
  return administrator !== undefined && mayDecide(right, administrator, decided, rules, administrators)
}

/** The administrator who reviews a record: the main one of its office, else of the firm, else another; never the one with the id `excluded`. */
export const reviewerOf = (
  staff: Staff,
  right: Right,
  decided: Decided,
  excluded: number | null = null,
): number | null => {
  const reviewers = [...staff.administrators.values()].filter(
    ({ id }) => id !== excluded && isReviewerOf(staff, right, decided, id),
  )
  const ofOffice = reviewers.find(
    ({ officeLevel, organizationId }) => officeLevel === 3 && organizationId === decided.office,
  )
  return (ofOffice ?? reviewers.find(({ officeLevel }) => officeLevel === 1) ?? reviewers[0])?.id ?? null
}
