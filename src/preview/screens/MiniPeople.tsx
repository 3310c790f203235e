import { type NameReadings, comparePeopleBy } from '../../../providers/nameOrder.ts'
import type { PreviewLook } from '../phone/look.ts'
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

const pinyinCollation = new Intl.Collator('zh-CN-u-co-pinyin')
const byStroke = new Intl.Collator('zh-CN-u-co-stroke')

type Compare = (one: Person, other: Person) => number

const byCollation: Compare = (one, other) => pinyinCollation.compare(one.name, other.name)

/** Comparison for each sort rule. Rules whose data a card does not contain are skipped. */
const comparisons = (levels: Props['levels'], compareNames: Compare): Record<string, Compare> => ({
  top: (one, other) => one.isTop - other.isTop,
  weight: (one, other) => one.weight - other.weight,
  post: (one, other) =>
    (levels.get(one.position?.postCode ?? '') ?? 99) - (levels.get(other.position?.postCode ?? '') ?? 99),
  pinyin: compareNames,
  stroke: (one, other) => byStroke.compare(one.name, other.name),
  updated: (one, other) => one.updatedAt.localeCompare(other.updatedAt),
})

const sortedPeople = ({ samples: { people }, rules, levels, names }: Props) => {
  const compare = comparisons(levels, names ? comparePeopleBy(names) : byCollation)
  return people.toSorted((one, other) => {
    for (const { by, order } of rules) {
      const difference = (by && compare[by]?.(one, other)) || 0
      if (difference !== 0) return order === 'desc' ? -difference : difference
    }
    return 0
  })
}

/** The capital letter under which a person is listed; a back-end without spellings has them from the dictionary. */
const letterOf = ({ name, namePinyin }: Person, names: NameReadings | null) => {
  const [letter = ''] = Array.from(namePinyin || (names?.pinyin(name).full ?? ''))
  return letter.toUpperCase()
}

/** The groups with their titles. Those by letter come in the order of their letters, whatever the rules say. */
const groupedPeople = (props: Props): (readonly [title: string, people: readonly Person[]])[] => {
  const { groupBy, look, names } = props
  const people = sortedPeople(props)
  const groupOf = {
    1: (person: Person) => person.office,
    2: (person: Person) => positionText(person, look.language),
    4: (person: Person) => letterOf(person, names),
  }[Number(groupBy)]
  if (!groupOf) return [['', people]]
  const groups = [...Map.groupBy(people, groupOf)]
  return Number(groupBy) === 4 ? groups.toSorted(([one], [other]) => (one < other ? -1 : 1)) : groups
}

/** Screen with the firm's lawyers, sorted and grouped by the given rules. */
export const peopleScreen = (props: Props): PhoneScreen => {
  const { look, samples } = props
  const { people } = samples
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
          groupedPeople(props).map(([title, members]) => (
            <section key={title} className="mini-section">
              {title && <div className="mini-form-title">{title}</div>}
              <PeopleList people={members} language={look.language} />
            </section>
          ))}
      </div>
    ),
  }
}
