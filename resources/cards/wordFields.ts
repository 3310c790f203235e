import { cardContent } from './content.ts'

/** Fields of a card that a Word template may name, in the order in which they are listed. */
const contentNames = [
  'name',
  'workPosition',
  'titles',
  'team',
  'licenseNumber',
  'mobile',
  'phone',
  'email',
  'wechatNo',
  'fax',
  'professions',
  'industries',
  'workingLanguages',
  'admissions',
  'slogan',
  'intro',
  'education',
  'work',
  'social',
  'honours',
  'publications',
  'cases',
  'clients',
] as const

const furtherFields = [
  ['firm', '律所'],
  ['office', '分所'],
  ['address', '地址'],
  ['link', '名片链接'],
  ['machineMark', '机器翻译说明'],
] as const

/** The portrait, for which a template has a paragraph of its own with this name behind an @. */
export const portraitNames = ['portrait', '头像'] as const

export type WordFieldName = (typeof contentNames)[number] | (typeof furtherFields)[number][0]

/** What a template may name: in Chinese by its label, otherwise by its name. */
export const wordFields: readonly (readonly [name: WordFieldName, label: string])[] = [
  ...contentNames.map(name => [name, cardContent[name].label] as const),
  ...furtherFields,
]

/** The names under which a template gets the name of a field in the language of the card. */
export const labelNames = (name: WordFieldName, label: string) =>
  [`${name}Label`, [label, '标题'].join('')] as const
