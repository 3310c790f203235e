import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'

import type { Call } from '../../../resources/kit/index.ts'
import { served } from '../../../server/engine/served.ts'
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

/** What PostgreSQL takes neither as text nor as JSON: NUL, and both halves of an emoji by themselves. */
const hostile = 'a\u0000\uD83D b\uDE00'

const spoilt = (value: unknown): unknown => {
  if (typeof value === 'string') return `${value}${hostile}`
  if (Array.isArray(value)) return value.map(spoilt)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, it]) => [name, spoilt(it)]))
}

/** The largest that JSON carries as it is; many columns hold less. */
const huge = Number.MAX_SAFE_INTEGER

/** One for each number in it, which is huge there. */
const enlarged = (value: unknown): unknown[] => {
  if (typeof value === 'number') return [huge]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, it]) =>
    enlarged(it).map(larger =>
      Array.isArray(value) ? value.with(Number(name), larger) : { ...value, [name]: larger },
    ),
  )
}

type Shape = { type?: string; anyOf?: Shape[]; items?: Shape; properties?: Record<string, Shape> }
const takes = (types: readonly string[], { type = '', anyOf = [], items }: Shape): boolean =>
  types.includes(type) || [...anyOf, ...(items ? [items] : [])].some(it => takes(types, it))
/** The names of what a call takes of these types. */
const namesOf = (call: Call, ...types: string[]) => {
  const shape = z.toJSONSchema(call.input, { io: 'input', unrepresentable: 'any' }) as Shape
  return Object.entries(shape.properties ?? {}).flatMap(([name, it]) => (takes(types, it) ? [name] : []))
}

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

const taking = (...types: string[]) =>
  served.flatMap(({ name, call }) => {
    const names = namesOf(call, ...types)
    return names.length > 0 ? [[name, call, names] as const] : []
  })

test.each(taking('string'))('%s takes any text, each by itself', async (_, call, texts) => {
  for (const name of texts) {
    const needed = call.method === 'GET' ? {} : { reason: '年度检查' }
    // A path is percent-encoded UTF-8, which has no half characters.
    const text = call.path.includes(`{${name}}`) ? hostile.toWellFormed() : hostile
    expect(await ask(call, { ...needed, [name]: text }), name).not.toBe('5000')
  }
})

test.each(taking('integer', 'number'))('%s takes any number, each by itself', async (_, call, names) => {
  for (const name of names) {
    const needed = call.method === 'GET' ? { id: 1 } : { reason: '年度检查' }
    expect(await ask(call, { ...needed, [name]: huge }), name).not.toBe('5000')
  }
})

const written = served.flatMap(({ name, call }) =>
  Object.entries(makersOf(name)).map(([as, maker]) => [`${name} ${as}`, call, maker] as const),
)

test.each(written)('%s takes any text in all of it', async (_, call, maker) => {
  const { input, by = 'admin' } = await maker(stage)
  expect(await ask(call, spoilt(input) as Record<string, unknown>, by)).not.toBe('5000')
})

test.each(written)('%s takes any number in all of it', async (_, call, maker) => {
  const { input, by = 'admin' } = await maker(stage)
  for (const larger of enlarged(input))
    expect(await ask(call, larger as Record<string, unknown>, by), JSON.stringify(larger)).not.toBe('5000')
})

test('a reason is kept as clean text', async () => {
  const admin = await app.asNew('admin')
  const body = JSON.stringify({ reason: `年度${hostile}检查` })
  const headers = { Token: admin.token, 'Content-Type': 'application/json' }
  const answer = await app.fetch('/log/export', { method: 'POST', headers, body })
  expect(answer.headers.get('content-disposition')).toContain('attachment')
  await answer.arrayBuffer()
  const { rows } = await app.database.read(1, db =>
    db.execute(`select reason from logs where action = 'export'`),
  )
  expect(rows).toContainEqual({ reason: '年度a\uFFFD b\uFFFD检查' })
})

test('an article keeps what can be kept of its content', async () => {
  const { input } = await Object.values(makersOf('articles.add'))[0]!(stage)
  const call = served.find(it => it.name === 'articles.add')!.call
  expect(await ask(call, { ...input, content: `<p>${hostile}</p>` })).toBe('200')
})
