import type { FirmShape } from './firm.ts'

export const adminKey = (admin: FirmShape['admins'][number]) => admin.key ?? admin.account
export const lawyerKey = (lawyer: FirmShape['lawyers'][number]) => lawyer.key ?? lawyer.mobile

type Issue = { message: string; path?: string[] }
type Kind = 'offices' | 'admins' | 'lawyers'

const repeatedKeys = (keys: Record<string, readonly string[]>): Issue[] =>
  Object.entries(keys).flatMap(([kind, values]) => {
    const seen = new Set<string>()
    const repeated = values.filter(value => seen.size === seen.add(value).size)
    return repeated.map(value => ({ message: `used twice in ${kind}: ${value}`, path: [kind] }))
  })

/** Every field that refers to other rows: its place, the kind of row, and the keys in it. */
const referencesIn = (firm: FirmShape): [field: string, kind: Kind, keys: (string | undefined)[]][] => {
  const receivers = firm.messages.map(message => message.to)
  const subjects = firm.messages.map(message => message.about)
  return [
    ['admins.office', 'offices', firm.admins.map(admin => admin.office)],
    ['lawyers.office', 'offices', firm.lawyers.map(lawyer => lawyer.office)],
    ['articles.office', 'offices', firm.articles.map(article => article.office)],
    ['articles.writer', 'admins', firm.articles.map(article => article.writer)],
    ['articles.lawyers', 'lawyers', firm.articles.flatMap(article => article.lawyers)],
    ['articles.removed', 'admins', firm.articles.map(article => article.removed?.by)],
    ['cards.lawyer', 'lawyers', firm.cards.map(card => card.lawyer)],
    ['cards.removed', 'admins', firm.cards.map(card => card.removed?.by)],
    ['messages.to', 'admins', receivers.map(to => ('admin' in to ? to.admin : undefined))],
    ['messages.to', 'lawyers', receivers.map(to => ('lawyer' in to ? to.lawyer : undefined))],
    [
      'messages.about',
      'lawyers',
      subjects.map(about => about && ('card' in about ? about.card : about.lawyer)),
    ],
  ]
}

/** Errors that the schemas cannot detect: repeated or unknown keys, and a missing or second main office. */
export const issuesIn = (firm: FirmShape): Issue[] => {
  const keys = {
    offices: firm.offices.map(office => office.key),
    admins: firm.admins.map(adminKey),
    lawyers: firm.lawyers.map(lawyerKey),
    cards: firm.cards.map(card => `${card.lawyer}/${card.language}`),
  }
  const missing = referencesIn(firm).flatMap(([field, kind, usedKeys]) => {
    const knownKeys = new Set(keys[kind])
    const unknownKeys = usedKeys.filter(key => key !== undefined && !knownKeys.has(key))
    return unknownKeys.map(key => ({ message: `no such key in ${kind}: ${key}`, path: field.split('.') }))
  })
  const mainOffices = firm.offices.filter(office => office.isMain === 1)
  return [
    ...(mainOffices.length === 1 ? [] : [{ message: 'exactly one office has isMain 1', path: ['offices'] }]),
    ...repeatedKeys(keys),
    ...missing,
  ]
}
