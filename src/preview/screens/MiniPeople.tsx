import { type NameReadings, nameOrder } from '../../../providers/nameOrder.ts'
import type { PreviewLanguage, PreviewLook } from '../phone/look.ts'
import { PeopleList, positionText } from '../parts/miniParts.tsx'
import type { PhoneScreen } from '../phone/Phone.tsx'
import type { Samples } from '../phone/useSamples.ts'

import './miniPages.css'

type SortRule = { by?: string | null; order?: string | null }
type Person = Samples['people'][number]
type Props = {
  rules: readonly SortRule[]
  groupBy: unknown
  /** Level of each position by its code; smaller is more senior. */
  levels: ReadonlyMap<string, number>
  samples: Samples
  look: PreviewLook
  /** The order of names by pinyin; null until its dictionary is loaded. */
  names: NameReadings | null
}

const byCollation = new Intl.Collator('zh-CN-u-co-pinyin').compare
const byStroke = new Intl.Collator('zh-CN-u-co-stroke')

type Compare = (one: Person, other: Person) => number

/** Comparison for each sort rule. Rules whose data a card does not contain are skipped. */
const comparisons = (
  levels: Props['levels'],
  compareNames: (one: string, other: string) => number,
): Record<string, Compare> => ({
  top: (one, other) => one.isTop - other.isTop,
  weight: (one, other) => one.weight - other.weight,
  post: (one, other) =>
    (levels.get(one.position?.postCode ?? '') ?? 99) - (levels.get(other.position?.postCode ?? '') ?? 99),
  pinyin: (one, other) => compareNames(one.name, other.name),
  stroke: (one, other) => byStroke.compare(one.name, other.name),
  updated: (one, other) => one.updatedAt.localeCompare(other.updatedAt),
})

const sortedPeople = ({ samples: { people }, rules, levels, names }: Props) => {
  const compare = comparisons(levels, names ? nameOrder(names, true) : byCollation)
  return people.toSorted((one, other) => {
    for (const { by, order } of rules) {
      const difference = (by && compare[by]?.(one, other)) || 0
      if (difference !== 0) return order === 'desc' ? -difference : difference
    }
    return 0
  })
}

const groupNameOf: Record<number, (person: Person, language: PreviewLanguage) => string> = {
  1: person => person.office,
  2: (person, language) => positionText(person, language),
  4: person => Array.from(person.name)[0] ?? '',
}

/** Screen with the firm's lawyers, sorted and grouped by the given rules. */
export const peopleScreen = (props: Props): PhoneScreen => {
  const { groupBy, look } = props
  const people = sortedPeople(props)
  const groupOf = groupNameOf[Number(groupBy)]
  const groups = groupOf
    ? [...Map.groupBy(people, person => groupOf(person, look.language))]
    : [['', people] as const]
  return {
    title: look.language === 'EN' ? 'Lawyers' : '律师',
    content: (
      <div className="mini">
        {people.length === 0 && (
          <p className="mini-foot">
            {look.language === 'EN' ? 'No published cards yet' : '还没有已发布的名片'}
          </p>
        )}
        {people.length > 0 &&
          groups.map(([title, members]) => (
            <section key={title} className="mini-section">
              {title && <div className="mini-form-title">{title}</div>}
              <PeopleList people={members} language={look.language} />
            </section>
          ))}
      </div>
    ),
  }
}
