import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'

import { z } from 'zod'

import { fixtureSchema, type Fixture } from './fixtureSchema.ts'
import { parseContent, readContent } from './readContent.ts'
import { cardSchema } from './schema/card.ts'
import { firmShape } from './schema/firm.ts'
import { lawyerSchema } from './schema/people.ts'

const { offices, admins, messages, articles } = firmShape.shape

const firmFile = firmShape.omit({
  password: true,
  offices: true,
  admins: true,
  lawyers: true,
  cards: true,
  messages: true,
  articles: true,
})

const cardOfPerson = cardSchema.omit({ lawyer: true, language: true })
/** A person with their cards; other files refer to the person by the file's name. */
const personFile = z.strictObject({
  lawyer: lawyerSchema.omit({ key: true }),
  cards: z.strictObject({ CN: cardOfPerson.optional(), EN: cardOfPerson.optional() }).default({}),
})

const demoFolder = join(import.meta.dirname, 'demo')

const jsonFilesIn = (folder: string) =>
  readdirSync(folder)
    .filter(name => name.endsWith('.json'))
    .toSorted()
    .map(name => join(folder, name))

/** The firm of the demo folder: a fictitious firm with people in every state; every call returns the same. */
export const demoFixture = (password: string, folder = demoFolder): Fixture => {
  const people = jsonFilesIn(join(folder, 'people')).map(path => ({
    key: basename(path, '.json'),
    ...readContent(path, personFile),
  }))
  const cardsIn = (language: 'CN' | 'EN') =>
    people.flatMap(({ key, cards }) =>
      cards[language] ? [{ ...cards[language], lawyer: key, language }] : [],
    )
  const firm = {
    ...readContent(join(folder, 'firm.json'), firmFile),
    password,
    offices: readContent(join(folder, 'offices.json'), offices),
    admins: readContent(join(folder, 'admins.json'), admins),
    lawyers: people.map(({ key, lawyer }) => ({ ...lawyer, key })),
    cards: [...cardsIn('CN'), ...cardsIn('EN')],
    messages: readContent(join(folder, 'messages.json'), messages),
    articles: jsonFilesIn(join(folder, 'articles')).flatMap(path => readContent(path, articles)),
  }
  return parseContent(folder, fixtureSchema, { firms: [firm] })
}
