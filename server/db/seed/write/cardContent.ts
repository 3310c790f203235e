import { cleanMarkup } from '../../../services/markup/markup.ts'
import type { StoredCardContent } from '../../tables.ts'
import type { FixtureCard, FixtureCardContent } from '../schema/card.ts'
import type { FirmFixture } from '../fixtureSchema.ts'
import { type IdsByKey, idOf } from './ids.ts'
import { professionIdOf } from './referenceData.ts'

type Lawyer = FirmFixture['lawyers'][number]

/** Lookup tables that translate a fixture's codes and keys into values of a card. */
export type FixtureNames = { positions: Record<string, string>; selfProfessions: IdsByKey }

const defaultVisibility = {
  mobile: 2,
  phone: 1,
  email: 1,
  wechatNo: 2,
  wechatQr: 2,
  licenseNumber: 1,
} as const

const professionOf = (
  name: string,
  { selfProfessions }: FixtureNames,
): { type: 'official' | 'self'; id: number } => {
  const [type = '', key = ''] = name.split(':')
  if (type === 'official') return { type, id: professionIdOf(key) }
  return { type: 'self', id: idOf(selfProfessions, 'profession', key) }
}

const positionOf = (postCode: string, { positions }: FixtureNames) => {
  const postName = positions[postCode]
  if (postName === undefined) throw new Error(`no such position: ${postCode}`)
  return { postName, postCode }
}

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Turns lines into paragraphs; HTML is cleaned like typed HTML. */
const richTextOf = (text: string) =>
  cleanMarkup(
    /^\s*</.test(text)
      ? text
      : text
          .split('\n')
          .map(line => `<p>${escapeHtml(line)}</p>`)
          .join(''),
  )

/** The given fields in the format of a stored card. */
const storedContentOf = (
  { position, professions, intro, ...rest }: FixtureCardContent,
  names: FixtureNames,
): StoredCardContent => ({
  ...rest,
  ...(intro !== undefined && { intro: richTextOf(intro) }),
  ...(position !== undefined && { workPosition: positionOf(position, names) }),
  ...(professions && { professions: professions.map(name => professionOf(name, names)) }),
})

const lawyerDefaults = (lawyer: Lawyer, language: FixtureCard['language']): StoredCardContent => ({
  name: language === 'EN' ? (lawyer.nameEn ?? lawyer.name) : lawyer.name,
  mobile: lawyer.mobile,
  ...(lawyer.licenseNumber && { licenseNumber: lawyer.licenseNumber }),
  ...(lawyer.team && { team: lawyer.team }),
  ...(lawyer.avatar && { avatar: lawyer.avatar }),
  visibility: defaultVisibility,
})

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0

/** A stored card omits an empty list. */
const withoutEmpty = (content: StoredCardContent): StoredCardContent =>
  Object.fromEntries(Object.entries(content).filter(([, value]) => !isEmptyList(value)))

const fieldOf = (field: keyof FixtureCardContent) => (field === 'position' ? 'workPosition' : field)

export type Versions = {
  content: StoredCardContent
  published: StoredCardContent | null
  changedFields: string[]
}

/** The working copy, the published version, and the fields in which they differ. */
export const versionsOf = (card: FixtureCard, lawyer: Lawyer, names: FixtureNames): Versions => {
  const content = withoutEmpty({
    ...lawyerDefaults(lawyer, card.language),
    ...storedContentOf(card.content, names),
  })
  if (!(card.isPublished ?? card.auditStatus === 2)) return { content, published: null, changedFields: [] }
  const before = storedContentOf(card.before, names)
  const changedFields = [...Object.keys(before), ...card.absentBefore.map(fieldOf)]
  const unchangedFields = Object.fromEntries(
    Object.entries(content).filter(([field]) => !changedFields.includes(field)),
  )
  return { content, published: withoutEmpty({ ...unchangedFields, ...before }), changedFields }
}
