import { sql } from 'drizzle-orm'

import { rightSwitches, type RightSwitches } from '../../../resources/domain/rights.ts'
import { fromKeys, isPlainObject, keysOf } from '../../../resources/kit/objects.ts'
import type { Context } from '../../context/context.ts'
import { type CardRules, cardRulesFrom, partnerCodesOf } from '../cards/rules.ts'
import { complianceColumns, onlyBlocking, rulesOnlyIn } from '../compliance/compliance.ts'
import { type OfficeTemplate, publishedPage } from '../offices/cardTemplate.ts'
import { effectiveSetting } from '../settings/firmSettings.ts'

/** The settings that hold rules, each by the part of the stored facts that it is. */
const rehearsedParts = {
  review: 'review',
  promotion: 'promotionRules',
  cardPage: 'cardPage',
} as const
export type Rehearsed = keyof typeof rehearsedParts

type Sources = {
  review: unknown
  promotionRules: unknown
  cardPage: unknown
  partnerCodes: string[]
}
type Facts = Sources & { templates: Record<string, OfficeTemplate> | null }

/** Who may decide, and whose articles are reviewed. */
export type DecidingRules = {
  articleReview: 0 | 1 | 2
  selfAudit: boolean
  switches: RightSwitches
}

/** One set of rules: those in force, or those that are rehearsed. */
export type Side = DecidingRules & {
  /** The rules of cards in an office, without facts about their owners. */
  rulesOf: (office: number) => CardRules
}

/** The rules of the stored setting 审核权限. */
export const decidingRulesFrom = (stored: unknown): DecidingRules => {
  const review = effectiveSetting('cardReview', stored)
  return {
    articleReview: review.articleReview,
    selfAudit: review.selfAudit === 1,
    switches: fromKeys(keysOf(rightSwitches), name => review[name] === 1),
  }
}

const sideOf = (sources: Sources, templates: ReadonlyMap<number, OfficeTemplate>, now: Date): Side => {
  const rules = new Map<number, CardRules>()
  return {
    ...decidingRulesFrom(sources.review),
    rulesOf: office => {
      const known = rules.get(office)
      if (known) return known
      const ofOffice = cardRulesFrom(
        { ...sources, officeTemplate: templates.get(office) ?? null, person: {} },
        now,
      )
      rules.set(office, ofOffice)
      return ofOffice
    },
  }
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The rules in force and the rehearsed ones, and which sort of them differs. */
export const sidesFor = async ({ db, firmId, now }: Context, part: Rehearsed, values: object) => {
  const compliance = complianceColumns(firmId)
  const { rows } = await db.execute<Facts>(sql`select ${compliance.review} as review,
    ${compliance.promotionRules} as "promotionRules", ${publishedPage(firmId)} as "cardPage",
    ${partnerCodesOf(firmId)} as "partnerCodes",
    (select jsonb_object_agg(own.organization_id, jsonb_build_object('office', own.name,
      'values', own.card_template -> 'values')) from offices own
      where own.firm_id = ${firmId} and own.card_template is not null) as templates`)
  const { templates: found, ...sources } = rows[0]!
  const templates = new Map(Object.entries(found ?? {}).map(([office, it]) => [Number(office), it]))
  const name = rehearsedParts[part]
  const stored = sources[name]
  const changed = { ...sources, [name]: { ...(isPlainObject(stored) && stored), ...values } }
  const [present, draft] = [sideOf(sources, templates, now), sideOf(changed, templates, now)]
  const isDifferent = (of: (side: Side) => unknown) => !isSame(of(present), of(draft))
  const offices = [0, ...templates.keys()]
  const [before, after] = [present.rulesOf(0).compliance, draft.rulesOf(0).compliance]
  const stopping = onlyBlocking(rulesOnlyIn('blocking', after, before))
  return {
    present,
    draft,
    /** The rehearsed rules without what is blocked at present too: that was not handed in. */
    stopping: { ...draft, rulesOf: (office: number) => ({ ...draft.rulesOf(office), compliance: stopping }) },
    /** Promotion rules that are switched on, and off. */
    findsMore: rulesOnlyIn('active', after, before),
    findsLess: rulesOnlyIn('active', before, after),
    /** Whether other texts could be found or stopped: only then are texts read. */
    checksOthers: !isSame(before, after),
    requiresOthers: isDifferent(side => offices.map(office => side.rulesOf(office).required)),
    letsOthersDecide: isDifferent(side => [side.switches, side.selfAudit]),
  }
}
export type Sides = Awaited<ReturnType<typeof sidesFor>>
