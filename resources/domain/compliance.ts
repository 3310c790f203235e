import { withoutTags } from '../kit/index.ts'
import { type Finding, severityLabels } from './finding.ts'
import { promotionRules } from './promotionRules.ts'
import { type RuleId, ruleCatalogue } from './ruleCatalogue.ts'

// 推广合规自检 (domain.md §8): what the rules on lawyers' promotion ask to be looked at again. It advises; the firm decides
// whether what is grave blocks. A rule is data, and says where it comes from.

/** What is known of the person beside the text; what is unknown is not judged. */
export type Person = {
  personType?: number | null
  practiceType?: number | null
  firstPractisedYear?: number | null
  isRegisteredPartner?: 0 | 1 | null
  positionName?: string | null
  isPartnerPosition?: 0 | 1 | null
  /** 1 称职, 2 基本称职, 3 不称职, 4 未参加; by year. */
  assessments?: readonly { year: number; result: number }[] | null
}

type Text = { field: string; text: string }

/** Every word of a value that people read: of a list each entry, of a row each of its texts. */
const textsIn = (field: string, value: unknown): Text[] => {
  if (typeof value === 'string') return value === '' ? [] : [{ field, text: withoutTags(value) }]
  if (Array.isArray(value)) return value.flatMap(it => textsIn(field, it))
  if (typeof value === 'object' && value !== null)
    return Object.values(value).flatMap(it => textsIn(field, it))
  return []
}

/** Words of a field, and where they stand in its text. */
type Quote = { field: string; text: string; start: number }
type About = { texts: readonly Text[]; person: Person; year: number }

const position = ({ person }: About): Quote => ({
  field: 'workPosition',
  text: person.positionName ?? '',
  start: 0,
})
/** A text that is full of them is told by the first. */
const most = 50

const statedYears = /(\d{1,2})余?多?年(?:的)?(?:执业|律师|从业|办案|诉讼)/gu
const calledLawyer = /(?<!实习|助理)律师(?!助理|事务所|协会|法)/u

const lastResult = ({ person: { assessments }, year }: About) =>
  assessments?.find(it => it.year === year - 1)?.result

type Contradiction = {
  ruleId: RuleId
  advice: (about: About) => string
  quotes: (about: About) => Quote[]
}

/** What the text says against what the firm knows of the person. */
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
      // A firm that records none says nothing by it.
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
      return [position(about), ...titles].filter(it => calledLawyer.test(it.text))
    },
  },
  {
    ruleId: 'R6',
    advice: ({ person }) => `首次执业为${person.firstPractisedYear}年，请核对所写的年限`,
    quotes: ({ texts, person: { firstPractisedYear }, year }) =>
      texts.flatMap(({ field, text }) =>
        text
          .matchAll(statedYears)
          .filter(it => firstPractisedYear != null && Number(it[1]) > year - firstPractisedYear + 1)
          .take(most)
          .map(it => ({ field, text: it[0], start: it.index }))
          .toArray(),
      ),
  },
]

const findingOf = (ruleId: RuleId, advice: string, { field, text, start }: Quote): Finding => {
  const { severity, basis } = ruleCatalogue[ruleId]
  return { ruleId, severity, field, start, end: start + text.length, text, advice, basis }
}

/**
 * What is to be looked at again in what a person wrote, the gravest first. `person` is whom a card is of: absent for an
 * article, which several may have written.
 */
export const findingsIn = (
  values: Readonly<Record<string, unknown>>,
  year: number,
  person: Person = {},
  isOn: (ruleId: RuleId) => boolean = () => true,
): Finding[] => {
  const texts = Object.entries(values).flatMap(([field, value]) => textsIn(field, value))
  const inText = texts.flatMap(({ field, text }) =>
    promotionRules
      .filter(it => isOn(it.ruleId) && (it.fields?.includes(field) ?? true))
      .flatMap(rule =>
        text
          .matchAll(rule.pattern)
          .take(most)
          .map(it => findingOf(rule.ruleId, rule.advice, { field, text: it[0], start: it.index }))
          .toArray(),
      ),
  )
  const about = { texts, person, year }
  const against = contradictions
    .filter(it => isOn(it.ruleId))
    .flatMap(rule => rule.quotes(about).map(quote => findingOf(rule.ruleId, rule.advice(about), quote)))
  const order = Object.keys(severityLabels)
  return [...inText, ...against]
    .toSorted((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity))
    .slice(0, most)
}
