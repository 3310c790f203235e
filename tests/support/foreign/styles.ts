import { HttpResponse } from 'msw'

import { people, token } from './answers.ts'

type Person = keyof typeof people

/** The wire style of one back-end. */
export type Style = {
  /** The answer of a call; `data` is `undefined` if the call answers nothing. */
  answer: (data: unknown, row: string) => Response
  /** Wraps data in the envelope without further changes. */
  wrap: (data: unknown) => Response
  /** The answer to signing in. */
  session: (person: Person) => unknown
  self: (person: Person) => unknown
  /** The answer at a path outside section 7. */
  unknown: () => Response
}

type Change = (value: unknown, name: string) => unknown

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Applies `change` to every value, the inner ones first. */
export const mapDeep = (value: unknown, change: Change, name = ''): unknown => {
  if (Array.isArray(value))
    return change(
      value.map(it => mapDeep(it, change, name)),
      name,
    )
  if (!isObject(value)) return change(value, name)
  const inner = Object.entries(value).map(([key, it]) => [key, mapDeep(it, change, key)])
  return change(Object.fromEntries(inner), name)
}

const json = (body: unknown, status = 200) => HttpResponse.json(body as never, { status })

/** The style of the specification, with additional field names. */
const plain: Style = {
  answer: data => json({ code: '200', message: '操作成功', data: data ?? null }),
  wrap: data => json({ code: '200', message: '', data }),
  session: person => ({ token: `${token}-${person}`, userInfo: people[person] }),
  self: person => people[person],
  unknown: () => json({ timestamp: 1, status: 404, error: 'Not Found', path: '/x' }, 404),
}

const flat: Change = value => {
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value) && value.every(it => typeof it === 'string')) return value.join(',')
  return isObject(value) && Array.isArray(value['records']) ? value['records'] : value
}

/**
 * Everything is text: ids, switches and comma-separated lists; pages are bare arrays and the session is its
 * token.
 */
const texts: Style = {
  answer: data => json({ code: 200, msg: 'ok', data: data === undefined ? true : mapDeep(data, flat) }),
  wrap: data => json({ code: 200, msg: '', data }),
  session: person => `${token}-${person}`,
  self: person => {
    const { id, name, userType } = people[person]
    return { id: String(id), name, userType: String(userType), officeLevel: '1' }
  },
  unknown: () => json({ code: 404, msg: 'not found', data: null }, 404),
}

const invalidValues = [null, '', 'x', -1, true, {}, [], [null], { records: null }] as const
/** A hash of the place, so that a failure can be reproduced. */
export const numberOf = (text: string) =>
  [...text].reduce((sum, it) => (sum * 31 + it.codePointAt(0)!) % 997, 7)

/** A third of the values have another type or are missing; lists are pages, and ids are missing. */
const invalidateValues =
  (row: string): Change =>
  (value, name) => {
    const number = numberOf(`${row}.${name}`)
    if (name === '' || name === 'records' || number % 3 !== 0) return value
    return invalidValues[number % invalidValues.length]
  }

const invalidStyle: Style = {
  answer: (data, row) => {
    const number = numberOf(row)
    if (data === undefined) return json({ code: '200' })
    const spoiltData = mapDeep(data, invalidateValues(row))
    const isPageOfLists = Array.isArray(spoiltData)
    if (number % 7 === 0) return json({ code: 200, data: invalidValues[number % invalidValues.length] })
    return json({ code: 200, data: isPageOfLists ? { records: spoiltData, total: '3' } : spoiltData })
  },
  wrap: data => json({ code: 200, data }),
  session: person => ({ accessToken: `${token}-${person}`, user: null }),
  self: person => ({ userId: people[person].id, userName: people[person].name, auth: 'admin', prefs: '{' }),
  unknown: () =>
    new HttpResponse('<html><body>404 Not Found</body></html>', {
      status: 404,
      headers: { 'content-type': 'text/html' },
    }),
}

export const styles = { plain, texts, badly: invalidStyle }
