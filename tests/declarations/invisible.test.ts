import { expect, test } from 'vitest'

import { registry } from '../../resources/index.ts'
import type { Call } from '../../resources/kit/index.ts'
import { textsWithin } from './shapes.ts'

// Promise Q25 (server/promises.md).

/**
 * Names of texts that are not stored as they are sent: secrets and codes, which are only compared; names of records,
 * fields and choices, which the server knows; and HTML and JSON.
 */
const notStored = new Set(
  `
password oldPassword newPassword answer code codeId smsId ticket totp challenge recoveryCode
state browser iss host firmCode page mime filename key (key) fingerprint codeKey version
consentVersion resource type entry before field fields needField ruleId action order hidden
columns lines capabilities icon names postName postCode content intro introEn agreement privacy
appConfSet
`
    .trim()
    .split(/\s+/),
)
/**
 * Texts of other inputs with such names: the text of a finding, the office whose place in the order changes, and the JSON of
 * values that are rehearsed and not saved.
 */
const compared = /\.(?:ignoreFinding\.text|updateCustom\.items\.name)$|^rehearsals\.\w+\.values$/

const samples = ['文字', 'abc', '13800000001', 'https://a.cn/', 'a@b.cn', '2026-03-08', '12345678']

const texts = Object.entries(registry as Record<string, Call>)
  .flatMap(([name, { input }]) => textsWithin(input, name))
  .filter(([path]) => !notStored.has(path.split('.').at(-1)!) && !compared.test(path))

test('no stored text of one line keeps invisible characters', () => {
  const kept = texts.flatMap(([path, schema]) => {
    const sample = samples.find(it => schema.safeParse(it).success)
    if (sample === undefined) return []
    const { data } = schema.safeParse(`${sample[0]}\u200B\u00AD\u0007${sample.slice(1)}`)
    return data === undefined || data === sample ? [] : [path]
  })
  expect(texts.length).toBeGreaterThan(200)
  expect(kept).toEqual([])
})
