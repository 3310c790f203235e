import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

/** Chinese texts of the interface; each has an English translation in this file. */
const texts = Object.keys(
  JSON.parse(
    readFileSync(join(import.meta.dirname, '../../resources/locales/en/app.json'), 'utf8'),
  ) as Record<string, string>,
)

test('no text of the interface names an environment variable or the format of a translation', () => {
  const ofServer = /\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b|\b[A-Z]{3,}=|\|{2,}|%\{…\}/
  expect(texts.filter(text => ofServer.test(text))).toEqual([])
})
