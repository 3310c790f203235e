import type { CardContentInput } from '../fixtureCard.ts'
import type { CardInput } from '../fixtureSchema.ts'
import {
  rejections,
  waitingChangeEn,
  waitingChanges,
  waitingFirst,
  type Change,
  type Rejection,
} from './cardChanges.ts'
import { contentEnOf, contentOf } from './cardContent.ts'
import { people, personOf, type Person } from './people.ts'

const withoutCard = [23, 24, 25, 40, 48, 51, 59, 60]
const drafts = [20, 22, 39, 47, 56]
const hidden = [10, 26, 44, 54]
const topped = [1, 2, 27]
const english = [1, 2, 3, 4, 5, 7, 8, 9, 15, 30, 31, 41, 42, 43, 53]

/** The content after the change, and what stood there before. */
const changed = (
  base: CardContentInput,
  edit: CardContentInput,
): Pick<CardInput, 'content' | 'before' | 'absentBefore'> => {
  const fields = Object.keys(edit) as (keyof CardContentInput)[]
  const before = Object.fromEntries(fields.filter(it => base[it] !== undefined).map(it => [it, base[it]]))
  return { content: { ...base, ...edit }, before, absentBefore: fields.filter(it => base[it] === undefined) }
}

const waiting = (base: CardContentInput, change: Change): Partial<CardInput> => ({
  auditStatus: 1,
  isPublished: true,
  submittedAt: change.submittedAt,
  auditedAt: '-60d',
  ...changed(base, change.edit(base)),
})

const rejected = (base: CardContentInput, rejection: Rejection): Partial<CardInput> => ({
  auditStatus: 3,
  auditReason: rejection.reason,
  auditItems: rejection.items,
  auditedAt: rejection.auditedAt,
  auditedBy: rejection.auditedBy,
  submittedAt: '-8d',
  ...(rejection.edit && { isPublished: true, ...changed(base, rejection.edit(base)) }),
  ...(rejection.flaw && { content: { ...base, ...rejection.flaw(base) } }),
})

const passed = (person: Person): Partial<CardInput> => ({
  auditStatus: 2,
  submittedAt: `-${40 + person.number}d`,
  auditedAt: `-${39 + person.number}d`,
})

// A draft stops where people stop: after the first sections.
const half = (base: CardContentInput, person: Person): CardContentInput => {
  const { intro: _intro, education: _education, cases: _cases, honours: _honours, ...rest } = base
  return person.number % 2 === 0 ? rest : { ...rest, intro: base.intro?.split('\n')[0] }
}

const stateOf = (person: Person, base: CardContentInput): Partial<CardInput> => {
  const change = waitingChanges[person.number]
  const rejection = rejections[person.number]
  const submittedAt = waitingFirst[person.number]
  if (change) return waiting(base, change)
  if (rejection) return rejected(base, rejection)
  if (submittedAt) return { auditStatus: 1, submittedAt }
  if (drafts.includes(person.number)) return { auditStatus: 0, content: half(base, person) }
  return passed(person)
}

const cardOf = (person: Person): CardInput => {
  const content = contentOf(person)
  return {
    lawyer: person.key,
    content,
    showStatus: hidden.includes(person.number) || person.status === 4 ? 0 : 1,
    isTop: topped.includes(person.number) ? 1 : 0,
    weight: topped.includes(person.number) ? 100 : 0,
    ...stateOf(person, content),
  }
}

const englishStates: Record<number, (base: CardContentInput) => Partial<CardInput>> = {
  4: base => waiting(base, waitingChangeEn),
  9: () => ({ auditStatus: 1, submittedAt: '-26h' }),
  31: () => ({ auditStatus: 0 }),
  42: () => ({
    auditStatus: 3,
    auditReason: '英文版含绝对化用语',
    auditItems: [{ field: 'intro', reason: '“the best team in Shenzhen”请删除' }],
    auditedAt: '-4d',
    auditedBy: '许南乔',
    submittedAt: '-6d',
  }),
}

const englishFlaw = (person: Person, base: CardContentInput): CardContentInput =>
  person.number === 42
    ? { ...base, intro: `${base.intro ?? ''}\nShe leads the best team in Shenzhen.` }
    : base

const englishCardOf = (person: Person): CardInput => {
  const content = englishFlaw(person, contentEnOf(person))
  const state = englishStates[person.number]?.(content) ?? passed(person)
  return { lawyer: person.key, language: 'EN', content, ...state }
}

/** The Chinese cards in every state, then the English ones. */
export const demoCards = (): CardInput[] => [
  ...people.filter(it => !withoutCard.includes(it.number)).map(cardOf),
  ...english.map(number => englishCardOf(personOf(number))),
]
