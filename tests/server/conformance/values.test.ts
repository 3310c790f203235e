import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'

import type { Call } from '../../../resources/kit/index.ts'
import { servedCalls } from '../../../server/routes/served.ts'
import { requestFor, startApp, type TestApp } from '../../support/app.ts'
import { makersOf } from '../../support/examples/index.ts'
import { setStage, type Stage } from '../../support/stage.ts'

let app: TestApp
let stage: Stage
beforeAll(async () => {
  app = await startApp()
  stage = await setStage(app)
})
afterAll(() => app.close())

/** Characters that PostgreSQL accepts neither as text nor as JSON: NUL, and separate halves of an emoji. */
const hostile = 'a\u0000\uD83D b\uDE00'

const withHostileText = (value: unknown): unknown => {
  if (typeof value === 'string') return `${value}${hostile}`
  if (Array.isArray(value)) return value.map(withHostileText)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, it]) => [name, withHostileText(it)]))
}

/** The largest integer that JSON represents exactly; many columns hold less. */
const huge = Number.MAX_SAFE_INTEGER

/** Copies of the value, each with one of its numbers enlarged. */
const enlarged = (value: unknown): unknown[] => {
  if (typeof value === 'number') return [huge]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, it]) =>
    enlarged(it).map(larger =>
      Array.isArray(value) ? value.with(Number(name), larger) : { ...value, [name]: larger },
    ),
  )
}

type Shape = {
  type?: string
  maximum?: number
  anyOf?: Shape[]
  items?: Shape
  properties?: Record<string, Shape>
}
const inputsOf = (call: Call): [name: string, Shape][] => {
  const shape = z.toJSONSchema(call.input, { io: 'input', unrepresentable: 'any' }) as Shape
  return Object.entries(shape.properties ?? {})
}
const takesText = (shape: Shape): boolean =>
  shape.type === 'string' || (shape.anyOf?.some(takesText) ?? false)

/** The largest number that the schema accepts, and one beyond it. */
const numbersOf = ({ type, maximum = huge, anyOf = [], items }: Shape): unknown[] => [
  ...(type === 'integer' || type === 'number' ? [...new Set([maximum, huge])] : []),
  ...anyOf.flatMap(numbersOf),
  ...(items ? numbersOf(items).map(it => [it]) : []),
]
/** Inputs with one such number each, and valid values elsewhere. */
const withNumbers = (call: Call, input: object) =>
  inputsOf(call).flatMap(([name, shape]) => numbersOf(shape).map(it => ({ ...input, [name]: it })))

const ask = async (call: Call, input: Record<string, unknown>, by = 'admin') => {
  const { address, method, body } = requestFor(call, input)
  const { token } = await app.asNew(by)
  const isForm = body instanceof URLSearchParams
  const response = await app.fetch(address, {
    method,
    headers: {
      Token: token,
      'Idempotency-Key': `k${Math.random()}`,
      ...(body !== undefined && !isForm && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  return text.startsWith('{') ? (JSON.parse(text) as { code: string }).code : '200'
}

const withTexts = servedCalls.flatMap(({ name, call }) => {
  const texts = inputsOf(call).flatMap(([input, shape]) => (takesText(shape) ? [input] : []))
  return texts.length > 0 ? [[name, call, texts] as const] : []
})

test.each(withTexts)('%s accepts any text in each field', async (_, call, texts) => {
  for (const name of texts) {
    const needed = call.method === 'GET' ? {} : { reason: '年度检查' }
    // A path is percent-encoded UTF-8, which cannot have half characters.
    const text = call.path.includes(`{${name}}`) ? hostile.toWellFormed() : hostile
    expect(await ask(call, { ...needed, [name]: text }), name).not.toBe('5000')
  }
})

const reading = servedCalls.filter(({ call }) => call.method === 'GET' && withNumbers(call, {}).length > 0)

test.each(reading)('$name accepts any number in each field', async ({ call }) => {
  for (const input of withNumbers(call, { id: 1 }))
    expect(await ask(call, input), JSON.stringify(input)).not.toBe('5000')
})

const written = servedCalls.flatMap(({ name, call }) =>
  Object.entries(makersOf(name)).map(([as, maker]) => [`${name} ${as}`, call, maker] as const),
)

test.each(written)('%s accepts any text in all fields', async (_, call, maker) => {
  const { input, by = 'admin' } = await maker(stage)
  expect(await ask(call, withHostileText(input) as Record<string, unknown>, by)).not.toBe('5000')
})

test.each(written)('%s accepts any number in all fields', async (_, call, maker) => {
  const { input, by = 'admin' } = await maker(stage)
  for (const it of [...enlarged(input), ...withNumbers(call, input)] as Record<string, unknown>[])
    expect(await ask(call, it, by), JSON.stringify(it)).not.toBe('5000')
})

test('a reason is stored as clean text', async () => {
  const admin = await app.asNew('admin')
  const body = JSON.stringify({ reason: `年度${hostile}检查` })
  const headers = { Token: admin.token, 'Content-Type': 'application/json' }
  const answer = await app.fetch('/export/logs', { method: 'POST', headers, body })
  expect(answer.headers.get('content-disposition')).toContain('attachment')
  await answer.arrayBuffer()
  const { rows } = await app.database.read(1, db =>
    db.execute(`select reason from logs where action = 'export'`),
  )
  expect(rows).toContainEqual({ reason: '年度a\uFFFD b\uFFFD检查' })
})

test('an article stores the storable part of its content', async () => {
  const { input } = await Object.values(makersOf('articles.add'))[0]!(stage)
  const call = servedCalls.find(it => it.name === 'articles.add')!.call
  expect(await ask(call, { ...input, content: `<p>${hostile}</p>` })).toBe('200')
})
