import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'

import { markupFaults, hostileMarkup } from '../../../providers/check/markup.ts'
import { resources } from '../../../resources/index.ts'
import type { Call, Field, Fields } from '../../../resources/kit/index.ts'
import { firm } from '../../../resources/settings/firm.ts'
import { servedCalls } from '../../../server/routes/served.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import {
  type Asker,
  createAsker,
  boundCall,
  callOfVerb,
  idFor,
  resourceNamed,
  type Values,
} from '../../support/asking.ts'
import { entities } from '../../../resources/entities.ts'
import { makersOf } from '../../support/examples/index.ts'
import { setStage, type Stage } from '../../support/stage.ts'

const entityNamed = (name: string) => entities.find(it => it.name === name)

let app: TestApp
let stage: Stage
let ask: Asker
beforeAll(async () => {
  app = await startApp()
  stage = await setStage(app)
  ask = createAsker(app)
})
afterAll(() => app.close())

/** The fields of everything that is declared, by the group of its calls. */
const fieldsOf: Readonly<Record<string, Fields>> = {
  firm: firm.fields,
  ...Object.fromEntries(resources.map(it => [it.name, it.fields])),
}
const richTextsOf = (fields: Fields | undefined) =>
  Object.entries(fields ?? {}).flatMap(([name, field]) => (isRichText(field) ? [{ name, field }] : []))
const isRichText = (field: Field): field is Field<'richText'> => field.kind === 'richText'

type Shape = { type?: string; properties?: Record<string, Shape>; anyOf?: Shape[] }
const takesText = ({ type, anyOf = [] }: Shape): boolean =>
  type === undefined ? anyOf.length === 0 || anyOf.some(takesText) : type === 'string'
/** The paths to a field of this name in an input, at any depth. */
const pathsTo = (shape: Shape, name: string): string[][] =>
  [shape, ...(shape.anyOf ?? [])].flatMap(it =>
    Object.entries(it.properties ?? {}).flatMap(([key, inner]) => [
      ...(key === name && takesText(inner) ? [[key]] : []),
      ...pathsTo(inner, name).map(path => [key, ...path]),
    ]),
  )
const shapeOf = (call: Call) => z.toJSONSchema(call.input, { io: 'input', unrepresentable: 'any' }) as Shape

const withValue = (input: Values, [name, ...rest]: readonly string[], value: unknown): Values => ({
  ...input,
  [name!]: rest.length === 0 ? value : withValue((input[name!] ?? {}) as Values, rest, value),
})

/** Every way to write rich text: a writing call and the path in its input. */
const richTextInputs = servedCalls.flatMap(({ name, call }) => {
  const [group] = name.split('.') as [string]
  return richTextsOf(fieldsOf[group]).flatMap(({ name: field, field: { allows } }) =>
    call.writes
      ? pathsTo(shapeOf(call), field).map(path => ({ name, call, group, field, path, allows }))
      : [],
  )
})

/** The record as its call shows it. */
const shownRecord = async (group: string, id: number) => {
  if (group === 'firm') return (await ask(boundCall('firm.firmInfo').call, 'admin', { id: 1 })).data as Values
  const resource = resourceNamed(group)!
  const recordCall = callOfVerb(resource, 'one')!
  return (await ask(recordCall, 'admin', idFor(recordCall, resource, id))).data as Values
}

const makerFor = (name: string) => {
  const makers = makersOf(name)
  // A correction is made by a reviewer of a submitted record.
  return makers['correction'] ?? Object.values(makers)[0]!
}

test('every rich text field has a writing call', () => {
  const declared = Object.entries(fieldsOf).flatMap(([group, fields]) =>
    richTextsOf(fields).map(it => `${group}.${it.name}`),
  )
  const served1 = new Set(richTextInputs.map(it => `${it.group}.${it.field}`))
  // The four kinds of articles share fields and calls.
  const sharedCalls = /^(trends|cases|videos|ownArticles|lawyerArticles)\./
  expect(declared.filter(it => !served1.has(it) && !sharedCalls.test(it))).toEqual([])
  expect(richTextInputs.map(it => `${it.name} ${it.path.join('.')}`)).toContain(
    'cards.adminAuditCard patch.intro',
  )
})

test.each(richTextInputs.map(it => [`${it.name} ${it.path.join('.')}`, it] as const))(
  '%s sanitises rich text',
  async (_, { name, call, group, field, path, allows }) => {
    const { input, by = 'admin' } = await makerFor(name)(stage)
    const answer = await ask(call, by, withValue(input, path, hostileMarkup))
    expect(answer).toMatchObject({ code: '200' })
    const key = entityNamed(group)?.id ?? 'id'
    const savedInput = { ...input, ...(answer.data as Values) }
    const row = await shownRecord(group, Number(savedInput[key] ?? savedInput['id']))
    expect(markupFaults(String(row[field]), allows)).toEqual([])
    // The published version and the history have the same text.
    expect(JSON.stringify(row)).not.toMatch(/javascript:|steal\(|onerror/i)
  },
)

test.each(['cards.restore', 'articles.restore'])('%s restores sanitised text', async name => {
  const group = name.split('.')[0]!
  const resource = entityNamed(group)!
  const [field] = richTextsOf(resource.fields)
  const create = `${group}.${resource.crud.create!}`
  const example = await Object.values(makersOf(create))[0]!(stage)
  const answer = await ask(boundCall(create).call, 'admin', {
    ...example.input,
    [field!.name]: hostileMarkup,
  })
  const id = Number((answer.data as Values)[resource.id])
  const update = callOfVerb(resource, 'update')!
  const version = Number((answer.data as Values)['version'])
  const changed = await ask(update, 'admin', {
    ...idFor(update, resource, id),
    version,
    [field!.name]: '<p>新</p>',
  })
  expect(changed).toMatchObject({ code: '200' })
  const restored = await ask(boundCall(name).call, 'admin', {
    ...idFor(boundCall(name).call, resource, id),
    to: version,
    version: (changed.data as Values)['version'],
  })
  expect(restored).toMatchObject({ code: '200' })
  expect(markupFaults(String((await shownRecord(group, id))[field!.name]), field!.field.allows)).toEqual([])
})

test('a draft is answered with sanitised text', async () => {
  const keep = boundCall('articles.keepDraft').call
  const values = JSON.stringify({ title: '草稿', content: hostileMarkup })
  expect(await ask(keep, 'admin', { kind: 1, values })).toMatchObject({ code: '200' })
  const { data } = await ask(boundCall('articles.draft').call, 'admin', { kind: 1 })
  const { content } = JSON.parse((data as { values: string }).values) as { content: string }
  expect(markupFaults(content, 'article')).toEqual([])
})
