import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { entities } from '../../../resources/entities.ts'
import type { AnyEntity, Field } from '../../../resources/kit/index.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import {
  type Asker,
  createAsker,
  callOfVerb,
  idFor,
  inputFieldsOf,
  type Values,
} from '../../support/asking.ts'
import { makersOf } from '../../support/examples/index.ts'
import { sampleOf } from '../../support/sample.ts'
import { snapshotOf } from '../../support/snapshot.ts'
import { setStage, type Stage } from '../../support/stage.ts'

let app: TestApp
let stage: Stage
let ask: Asker
beforeAll(async () => {
  app = await startApp()
  stage = await setStage(app)
  ask = createAsker(app)
})
afterAll(() => app.close())

/** The expected errors for a second record with the same values: the named fields, or 4092. */
const duplicateErrors: Readonly<Record<string, readonly string[] | '4092' | 'allowed'>> = {
  webhooks: 'allowed',
  offices: ['name'],
  admins: ['mobile'],
  categories: ['typeName'],
  cards: '4092',
  articles: 'allowed',
}

const isShortText = (field: Field): field is Field<'text'> =>
  'format' in field && (field.format === 'plain' || field.format === 'name')

const writtenFields = entities.filter(it => callOfVerb(it, 'create') && callOfVerb(it, 'update'))

const duplicateAnswerOf = ({ name, unique, uniqueTogether }: AnyEntity) =>
  duplicateErrors[name] ?? unique ?? uniqueTogether?.slice(0, 1) ?? 'allowed'

describe.each(writtenFields.map(it => [it.name, it] as const))('%s', (_, resource: AnyEntity) => {
  const [create, update] = [callOfVerb(resource, 'create')!, callOfVerb(resource, 'update')!]
  const [one, list, remove] = (['one', 'list', 'remove'] as const).map(verb => callOfVerb(resource, verb))

  const draft = async () => {
    const [make] = Object.values(makersOf(`${resource.name}.${resource.crud.create!}`))
    return (await make!(stage)).input
  }
  const make = async () => {
    const answer = await ask(create, 'admin', await draft())
    expect(answer).toMatchObject({ code: '200' })
    const data = answer.data as Values
    return Number(data[resource.id] ?? data['id'])
  }
  const read = async (id: number) => (await ask(one!, 'admin', idFor(one!, resource, id))).data as Values
  const versionOf = async (id: number) => Number((await read(id))['version'])
  const change = (): Values => {
    const name = inputFieldsOf(update).find(candidate => {
      const field = resource.fields[candidate]
      return field && isShortText(field) && !field.isSensitive
    })!
    return { [name]: sampleOf(resource.fields[name]!, {}) }
  }

  test('requires each mandatory field by name', async () => {
    const answer = await ask(create, 'admin', {})
    expect(answer.code).toBe('4220')
    const { errors } = answer.data as { errors: Record<string, string> }
    for (const sentence of Object.values(errors)) expect(sentence).toMatch(/\p{Script=Han}/u)
    expect(Object.keys(errors).length).toBeGreaterThan(0)
  })

  test('creates, reads, lists and changes a record, and answers an outdated change with the present values', async () => {
    const id = await make()
    expect(await read(id)).toMatchObject({ [resource.id]: id })
    expect((await ask(list!, 'admin', { ids: [id] })).data).toMatchObject({ total: 1 })
    const [first, second] = [change(), change()]
    const version = await versionOf(id)
    const change1 = { ...idFor(update, resource, id), ...first, version }
    expect(await ask(update, 'admin', change1)).toMatchObject({ code: '200' })
    expect(await ask(update, 'admin', { ...idFor(update, resource, id), ...second, version })).toMatchObject({
      code: '4090',
      data: { current: first, changedFields: Object.keys(second), updatedBy: '赵主任' },
    })
    expect(await read(id)).toMatchObject({ ...first, version: version + 1 })
  })

  test('of two concurrent writers, one is refused and nothing is lost', async () => {
    const id = await make()
    const version = await versionOf(id)
    const drafts = Array.from({ length: 8 }, change)
    const answers = await Promise.all(
      drafts.map(it => ask(update, 'admin', { ...idFor(update, resource, id), ...it, version })),
    )
    expect(answers.map(it => it.code).toSorted()).toEqual(['200', ...Array.from({ length: 7 }, () => '4090')])
    const winner = drafts[answers.findIndex(it => it.code === '200')]!
    expect(await read(id)).toMatchObject({ ...winner, version: version + 1 })
  })

  test('refuses a duplicate record, if one of its values must be unique', async () => {
    const input = await draft()
    expect((await ask(create, 'admin', input)).code).toBe('200')
    const before = await snapshotOf(app)
    const answer = await ask(create, 'admin', input)
    const meets = duplicateAnswerOf(resource)
    if (meets === 'allowed') return expect(answer.code).toBe('200')
    if (meets === '4092') expect(answer.code).toBe('4092')
    else {
      const { errors } = answer.data as { errors: Values }
      expect(answer.code).toBe('4220')
      expect(meets.every(name => name in errors)).toBe(true)
    }
    expect(await snapshotOf(app)).toEqual(before)
  })

  test('creates one record when two identical requests arrive at once, and explains the other refusal', async () => {
    const input = await draft()
    const answers = await Promise.all(Array.from({ length: 4 }, () => ask(create, 'admin', input)))
    const meets = duplicateAnswerOf(resource)
    const loser = meets === 'allowed' ? '200' : meets === '4092' ? '4092' : '4220'
    expect(answers.map(it => it.code).toSorted()).toEqual(['200', loser, loser, loser].toSorted())
    for (const { data } of answers.filter(it => it.code === '4220')) {
      const [field] = Object.keys((data as { errors: Values }).errors)
      expect(Object.keys(resource.fields)).toContain(field)
    }
  })

  test.runIf(remove)('deletes a record', async () => {
    const id = await make()
    expect(await ask(remove!, 'admin', idFor(remove!, resource, id))).toMatchObject({ code: '200' })
    expect((await ask(one!, 'admin', idFor(one!, resource, id))).code).toBe('4040')
    expect((await ask(list!, 'admin', { ids: [id] })).data).toMatchObject({ total: 0 })
  })
})
