import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

import { cardContent } from '../../resources/cards/index.ts'
import { withChoicesIn } from '../../resources/cards/choicesIn.ts'
import { describeMasked as textOf } from '../../resources/kit/index.ts'
import { chinese } from '../../resources/kit/translate.ts'
import { languageOf } from '../../resources/locales/catalogue.ts'
import type { Texts } from '../../resources/locales/plural.ts'
import { everyField } from './shapes.ts'

const read = (name: string): Texts =>
  JSON.parse(readFileSync(`resources/locales/en/${name}.json`, 'utf8')) as Texts
const english = languageOf('en-US', { ...read('entrance'), ...read('app') })

/** All choices of a card's content, including those within rows and groups. */
const chosen = everyField(cardContent).filter(([, field]) => 'options' in field || field.kind === 'toggle')
const inEnglish = new Map(everyField(withChoicesIn(english, cardContent)))
const valuesOf = (field: (typeof chosen)[number][1]) =>
  'options' in field ? field.options.map(([value]) => value) : [1, 0]

describe('the choices of an English card', () => {
  test('are found in rows and groups', () => {
    expect(chosen.map(([name]) => name)).toEqual(
      expect.arrayContaining([
        'education.degree',
        'workingLanguages.language',
        'workingLanguages.level',
        'clients.consent',
        'visibility.mobile',
      ]),
    )
  })

  test.each(chosen)('%s shows English choices in an interface of any language', (name, field) => {
    const copy = inEnglish.get(name)!
    const words = () => valuesOf(field).map(value => textOf(chinese, copy, value))
    const inChinese = words()
    expect(inChinese.filter(it => /\p{Script=Han}/u.test(it))).toEqual([])
    expect(new Set(inChinese).size).toBe(valuesOf(field).length)
    // The copy left the fields of the card unchanged.
    expect(valuesOf(field).every(value => /\p{Script=Han}/u.test(textOf(chinese, field, value)))).toBe(true)
    expect(valuesOf(field).map(value => textOf(english, copy, value))).toEqual(inChinese)
    expect(copy.label).toBe(field.label)
  })
})

test('a copied field accepts the same values as the original', () => {
  const { education } = withChoicesIn(english, cardContent)
  const row = { start: '1991-09', school: 'Nanjing University', degree: 2 }
  expect(education.schema.safeParse([row]).success).toBe(true)
  expect(textOf(chinese, education, [row])).toBe("1991-09 Nanjing University Bachelor's")
})
