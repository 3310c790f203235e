import fc from 'fast-check'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'

import { notFoundFailure } from '../../providers/envelope.ts'
import { useForeignClient } from '../support/foreign/client.ts'
import type { Person } from '../support/foreign/handlers.ts'
import { pathsOf } from '../support/foreign/paths.ts'
import { mapDeep, numberOf, type Style, styles } from '../support/foreign/styles.ts'

const { enter, open } = useForeignClient()

const values = fc.array(fc.jsonValue({ maxDepth: 2, noUnicodeString: true } as never), {
  minLength: 20,
  maxLength: 40,
})

/** A back-end whose answers, or values nested in them, are randomly replaced by the given values. */
const withRandomAnswers = (anything: readonly unknown[], salt: number): Style => ({
  ...styles.plain,
  answer: (data, row) => {
    const changed = mapDeep(data ?? null, (value, name) => {
      const number = numberOf(`${salt}${row}.${name}`)
      return number % 4 === 0 ? anything[number % anything.length] : value
    })
    return HttpResponse.json({ code: '200', data: changed } as never)
  },
})

/** A back-end whose answers have no ids, and an empty object for each absent value. */
const emptyStyle: Style = {
  ...styles.plain,
  answer: data =>
    styles.plain.wrap(
      mapDeep(data ?? null, (value, name) => (/(^id|Id)$/.test(name) ? null : (value ?? {}))),
    ),
}

/** Pages that show the error page of our own code, or log an unexpected error to the console. */
const faultsOf = async (style: Style, who: Person) => {
  const faults: string[] = []
  const { said } = await enter(style, who)
  for (const path of pathsOf(who)) {
    await open(path)
    if (/无法显示|暂时无法进入/.test(document.body.textContent)) faults.push(path)
    // A missing record is expected: the screen says so, and react-admin also logs it to the console.
    const unexpected = said.splice(0).filter(it => !it.startsWith(`CallError: ${notFoundFailure.message}`))
    faults.push(...unexpected.map(it => `${path}: ${it}`))
  }
  return faults
}

test.each<Person>(['admin', 'lawyer'])(
  'whatever a back-end answers, every screen of %s stands',
  async who => {
    await fc.assert(
      fc.asyncProperty(values, fc.nat(1000), async (anything, salt) => {
        expect(await faultsOf(withRandomAnswers(anything, salt), who)).toEqual([])
      }),
      { numRuns: Number(process.env['RUNS'] ?? 2), endOnFailure: true },
    )
  },
)

test.each<Person>(['admin', 'lawyer'])(
  'if a back-end answers no ids, and empty objects for what is absent, every screen of %s stands',
  async who => {
    expect(await faultsOf(emptyStyle, who)).toEqual([])
  },
)
