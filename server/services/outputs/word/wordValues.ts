import { cardContent } from '../../../../resources/cards/content.ts'
import {
  labelNames,
  portraitNames,
  wordFields,
  type WordFieldName,
} from '../../../../resources/cards/wordFields.ts'
import { describeUnmasked } from '../../../../resources/kit/index.ts'
import { chinese, type Language } from '../../../../resources/kit/translate.ts'
import type { StoredCardContent } from '../../../db/tables.ts'
import { plainTextOf } from '../../markup/markup.ts'
import { phraseIn } from '../../settings/languages.ts'
import type { Handout } from '../handout.ts'

/** A public card with everything that a Word file may show. */
export type WordCard = { handout: Handout; content: StoredCardContent }

const english: Language = { ...chinese, translate: (key, values) => phraseIn('en', key, values) }

type RowsField =
  | 'workingLanguages'
  | 'admissions'
  | 'education'
  | 'work'
  | 'social'
  | 'honours'
  | 'publications'
  | 'cases'

/** Values of a row that are no text on paper. */
const withoutLinks = (row: object) => ({ ...row, image: null, articleId: null })

const linesOf = ({ handout, content }: WordCard, field: RowsField) => {
  const language = handout.language === 'EN' ? english : chinese
  const rows: readonly object[] = content[field] ?? []
  return rows
    .map(row => describeUnmasked(language, cardContent[field], [withoutLinks(row)], field))
    .join('\n')
}

/** The paragraphs of a rich text, each on a line of its own. */
const paragraphsOf = (html: string) =>
  html
    .split(/<\/(?:p|h\d|li|blockquote)>|<br\s*\/?>/i)
    .map(part => plainTextOf(part).trim())
    .filter(Boolean)
    .join('\n')

/** Clients who have not agreed are not shown. */
const clientsOf = ({ content }: WordCard) =>
  (content.clients ?? []).flatMap(it => (it.consent === 1 ? [it.name] : [])).join('\n')

const valueOf: Record<WordFieldName, (card: WordCard) => string | null> = {
  name: ({ handout }) => handout.name,
  workPosition: ({ handout }) => handout.position,
  titles: ({ handout }) => handout.titles.join('\n'),
  team: ({ handout }) => handout.team,
  licenseNumber: ({ handout }) => handout.licenseNumber,
  mobile: ({ handout }) => handout.mobile,
  phone: ({ handout }) => handout.phone.join('\n'),
  email: ({ handout }) => handout.email,
  wechatNo: ({ handout }) => handout.wechatNo,
  fax: ({ handout }) => handout.fax,
  professions: ({ handout }) => handout.professions.join(handout.language === 'EN' ? ', ' : '、'),
  industries: ({ handout, content }) =>
    (content.industries ?? []).join(handout.language === 'EN' ? ', ' : '、'),
  workingLanguages: card => linesOf(card, 'workingLanguages'),
  admissions: card => linesOf(card, 'admissions'),
  slogan: ({ handout }) => handout.slogan,
  intro: ({ content }) => (content.intro ? paragraphsOf(content.intro) : null),
  education: card => linesOf(card, 'education'),
  work: card => linesOf(card, 'work'),
  social: card => linesOf(card, 'social'),
  honours: card => linesOf(card, 'honours'),
  publications: card => linesOf(card, 'publications'),
  cases: card => linesOf(card, 'cases'),
  clients: clientsOf,
  firm: ({ handout }) => handout.firm,
  office: ({ handout }) => handout.office,
  address: ({ handout }) => handout.address,
  link: ({ handout }) => handout.link,
  machineMark: ({ handout }) => handout.machineMark,
}

/** The values of a card by every name that a template may use; `portrait` is the XML of the picture. */
export const wordValues = (card: WordCard, portrait: string) => {
  const values: Record<string, string> = {}
  const language = card.handout.language === 'EN' ? 'en' : 'zh'
  for (const [name, label] of wordFields) {
    values[name] = values[label] = valueOf[name](card) ?? ''
    for (const it of labelNames(name, label)) values[it] = phraseIn(language, label)
  }
  for (const name of portraitNames) values[name] = portrait
  return values
}
