import { stripTags } from '../kit/index.ts'
import { type Finding, severityLabels } from './finding.ts'
import { partiesIn } from './partyNames.ts'
import { promotionRules } from './promotionRules.ts'
import { type RuleId, ruleCatalogue } from './ruleCatalogue.ts'

// 推广合规自检 (docs/domain.md §8): a check of texts against the rules on lawyers' promotion. It only advises; each firm decides
// whether serious findings block publication. Every rule is data and names its legal basis.

/** Facts about the person or the case whose text is checked. Rules that need an unknown fact are skipped. */
export type CompliancePerson = {
  personType?: number | null
  practiceType?: number | null
  firstPractisedYear?: number | null
  isRegisteredPartner?: 0 | 1 | null
  positionName?: string | null
  isPartnerPosition?: 0 | 1 | null
  /** Annual assessments: 1 称职, 2 基本称职, 3 不称职, 4 未参加. */
  assessments?: readonly { year: number; result: number }[] | null
  /** The parties of a case, whose names its text keeps to itself. */
  parties?: readonly string[] | null | undefined
}

type Text = { field: string; text: string }

/** All texts within a value, including the entries of lists and the texts of rows. */
const textsIn = (field: string, value: unknown): Text[] => {
  if (typeof value === 'string') return value === '' ? [] : [{ field, text: stripTags(value) }]
  if (Array.isArray(value)) return value.flatMap(it => textsIn(field, it))
  if (typeof value === 'object' && value !== null)
    return Object.values(value).flatMap(it => textsIn(field, it))
  return []
}

/** A quoted part of a field's text; `start` is its offset in UTF-16 units. */
type Quote = { field: string; text: string; start: number }
type CheckedTexts = { texts: readonly Text[]; person: CompliancePerson; year: number }

const position = ({ person }: CheckedTexts): Quote => ({
  field: 'workPosition',
  text: person.positionName ?? '',
  start: 0,
})
/** Maximum number of findings per rule and text, and in total. */
const maxFindings = 50

const yearsOfPractice = /(\d{1,2})余?多?年(?:的)?(?:执业|律师|从业|办案|诉讼)/gu
const lawyerTitle = /(?<!实习|助理)律师(?!助理|事务所|协会|法)/u

const lastResult = ({ person: { assessments }, year }: CheckedTexts) =>
  assessments?.find(it => it.year === year - 1)?.result

type Contradiction = {
  ruleId: RuleId
  advice: (about: CheckedTexts) => string
  quotes: (about: CheckedTexts) => Quote[]
}

/** Rules that compare the text with what the firm knows about the person. */
const contradictions: readonly Contradiction[] = [
  {
    ruleId: 'R2',
    advice: () => '兼职律师做广告时应注明兼职，请确认名片上是否写明',
    quotes: about => {
      const words = [position(about), ...about.texts]
      const isHidden = about.person.practiceType === 2 && !words.some(it => it.text.includes('兼职'))
      return isHidden ? [position(about)] : []
    },
  },
  {
    ruleId: 'R3',
    advice: ({ year }) => `没有${year - 1}年度考核称职的登记，此时不得做广告，请先核对考核结果`,
    quotes: about => {
      const { assessments, personType } = about.person
      // A firm that records no assessments does not thereby say that one is missing.
      const isRecorded = assessments != null && assessments.length > 0
      const isMissing = isRecorded && personType === 1 && (lastResult(about) ?? 4) > 2
      return isMissing ? [position(about)] : []
    },
  },
  {
    ruleId: 'R4',
    advice: () => '未登记为合伙人的，职位不得写合伙人，请更正职位或补登合伙人',
    quotes: about => {
      const { isPartnerPosition, isRegisteredPartner } = about.person
      return isPartnerPosition === 1 && isRegisteredPartner === 0 ? [position(about)] : []
    },
  },
  {
    ruleId: 'R5',
    advice: () => '未取得律师执业证的，不得称律师，请写明实习或助理',
    quotes: about => {
      if (![2, 3, 4].includes(about.person.personType ?? 0)) return []
      const titles = about.texts.filter(it => it.field === 'titles').map(it => ({ ...it, start: 0 }))
      return [position(about), ...titles].filter(it => lawyerTitle.test(it.text))
    },
  },
  {
    ruleId: 'R6',
    advice: ({ person }) => `首次执业为${person.firstPractisedYear}年，请核对所写的年限`,
    quotes: ({ texts, person: { firstPractisedYear }, year }) =>
      texts.flatMap(({ field, text }) =>
        text
          .matchAll(yearsOfPractice)
          .filter(it => firstPractisedYear != null && Number(it[1]) > year - firstPractisedYear + 1)
          .take(maxFindings)
          .map(it => ({ field, text: it[0], start: it.index }))
          .toArray(),
      ),
  },
  {
    ruleId: 'R9',
    advice: () => '此处写明了当事人，请隐去，或确认客户同意公开',
    quotes: ({ texts, person: { parties } }) =>
      texts.flatMap(({ field, text }) =>
        partiesIn(text, parties ?? [])
          .slice(0, maxFindings)
          .map(place => ({ ...place, field })),
      ),
  },
]

const findingOf = (ruleId: RuleId, advice: string, { field, text, start }: Quote): Finding => {
  const { severity, basis } = ruleCatalogue[ruleId]
  return { ruleId, severity, field, start, end: start + text.length, text, advice, basis }
}

/**
 * Checks the texts of a card or an article and returns the findings, the most serious first. `year` is the current
 * year. `person` is the owner of a card; it is absent for an article, which may have several authors.
 */
export const findingsIn = (
  values: Readonly<Record<string, unknown>>,
  year: number,
  person: CompliancePerson = {},
  isOn: (ruleId: RuleId) => boolean = () => true,
): Finding[] => {
  const texts = Object.entries(values).flatMap(([field, value]) => textsIn(field, value))
  const inText = texts.flatMap(({ field, text }) =>
    promotionRules
      .filter(it => isOn(it.ruleId) && (it.fields?.includes(field) ?? true))
      .flatMap(rule =>
        text
          .matchAll(rule.pattern)
          .take(maxFindings)
          .map(it => findingOf(rule.ruleId, rule.advice, { field, text: it[0], start: it.index }))
          .toArray(),
      ),
  )
  const checkedFacts = { texts, person, year }
  const against = contradictions
    .filter(it => isOn(it.ruleId))
    .flatMap(rule =>
      rule.quotes(checkedFacts).map(quote => findingOf(rule.ruleId, rule.advice(checkedFacts), quote)),
    )
  const order = Object.keys(severityLabels)
  return [...inText, ...against]
    .toSorted((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity))
    .slice(0, maxFindings)
}
