import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { resources } from '../../resources/index.ts'
import {
  type AnyResource,
  type Call,
  demandsOf,
  type Field,
  type Level,
  rights,
  rightSwitches,
  scopeOf,
} from '../../resources/kit/index.ts'
import { served } from '../../server/app.ts'
import { logs } from '../../server/db/tables.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { sampleOf, sampleRecord } from '../support/sample.ts'

/** Somebody of each level; `south` is the head of another office than the others' rows are in. */
const people: Record<Level, string> = {
  L1: 'admin',
  L2: 'admin2',
  L3: 'branch',
  L4: 'branch2',
  lawyer: '13800000001',
  system: 'system',
}
const levels = Object.keys(people) as Level[]

let app: TestApp
beforeAll(async () => void (app = await startApp()))
afterAll(() => app.close())

const fill = (path: string, values: Record<string, unknown>) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name] ?? 1)))

/** A call as declared, with these values and nothing else; GETs in the query, forms as forms. */
const ask = async (call: Call, account: string | null, values: Record<string, unknown> = {}) => {
  const names = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  const rest = Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)))
  const text = new URLSearchParams(Object.entries(rest).map(([name, value]) => [name, String(value)]))
  const path = fill(call.path, values)
  const token = account ? (await app.as(account)).token : undefined
  const demands = isCapability(call) ? demandsOf(call.who) : null
  const body = { ...rest, ...(demands?.needsReason && { reason: '例行检查' }) }
  const { body: answer } =
    call.method === 'GET'
      ? await app.send('GET', `${path}?${text}`, { token })
      : await app.send(call.method, path, { token, body: call.encoding === 'form' ? text : body })
  return answer
}

const isCapability = (call: Call): call is Call & { who: keyof typeof rights } => call.who in rights

const mayCall = (call: Call, level: Level) => {
  if (call.who === 'public' || call.who === 'self') return true
  if (call.who === 'lawyer' || call.who === 'admin') return (call.who === 'lawyer') === (level === 'lawyer')
  return scopeOf(call.who, level, rightSwitches) !== null
}

describe.each(served.map(it => [it.name, it.call] as const))('%s', (_, call) => {
  test.runIf(call.who !== 'public')('asks for a session', async () => {
    expect((await ask(call, null)).code).toBe('4003')
  })

  test.each(levels.filter(level => !mayCall(call, level)))(
    'refuses %s without ending his session',
    async level => {
      const answer = await ask(call, people[level])
      expect(answer).toMatchObject({ code: '4030', data: { need: call.who } })
    },
  )
})

const calledBy = (resource: AnyResource, verb: keyof AnyResource['crud']) => {
  const name = resource.crud[verb]
  return name && served.some(it => it.name === `${resource.name}.${name}`) ? resource.calls[name] : undefined
}

/** What a sample of these entities needs besides a value of each kind. */
const particulars: Record<string, () => Promise<Record<string, unknown>> | Record<string, unknown>> = {
  offices: () => ({ isMain: 0, longitude: 121.5, latitude: 31.2 }),
  admins: () => ({ officeLevel: 2, organizationId: app.world.offices.get('总所')! }),
  articles: async () => ({ kind: 2, typeId: await makeType() }),
  // One card a person and language: each sample has a person of its own.
  cards: async () => ({ lawyerId: await makeLawyer(), language: 'CN' }),
}

const makeLawyer = async () => {
  const [organizationId, mobile] = [app.world.offices.get('总所')!, `137${String(++made).padStart(8, '0')}`]
  const list = [{ name: '样本律师', mobile, organizationId, personType: 2 as const }]
  const { rows } = await (await app.as('admin')).call('lawyers.addList', { list, mode: 'all', dryRun: 0 })
  return rows[0]!.id!
}
let made = 0

const makeType = async () => {
  const category = { kind: 2 as const, typeName: `样本${++made}`, sort: 0, enabled: 1 as const }
  return (await (await app.as('admin')).call('categories.add', category)).typeId
}

const acceptedBy = (call: Call) => Object.keys((call.input as unknown as { shape: object }).shape)

const draftFor = async (resource: AnyResource, call: Call) => {
  const names = acceptedBy(call).filter(name => resource.fields[name]?.isRequired)
  const known = { offices: app.world.offices.get('总所')! }
  const particular = (await particulars[resource.name]?.()) ?? {}
  const own = Object.fromEntries(
    Object.entries(particular).filter(([name]) => acceptedBy(call).includes(name)),
  )
  return { ...sampleRecord(resource.fields, names, known), ...own }
}

const listed = resources.filter(it => calledBy(it, 'list'))

describe.each(listed.map(it => [it.name, it] as const))('%s as a list', (_, resource) => {
  const call = calledBy(resource, 'list')!
  const reader = call.who === 'lawyer' ? people.lawyer : people.L1

  test('answers a page', async () => {
    const { code, data } = await ask(call, reader, { pageNum: 1, pageSize: 10 })
    expect(code).toBe('200')
    expect(data).toMatchObject({
      records: expect.any(Array),
      total: expect.any(Number),
      current: 1,
      size: 10,
    })
  })

  test.each(resource.sortable.flatMap(field => ['asc', 'desc'].map(order => [field, order])))(
    'sorts by %s %s',
    async (sortField, sortOrder) =>
      expect((await ask(call, reader, { sortField, sortOrder })).code).toBe('200'),
  )

  test('sorts by nothing else', async () => {
    for (const sortField of ['passwordHash', 'firmId', '__proto__', 'getSQL'])
      expect((await ask(call, reader, { sortField })).code).toBe('4220')
  })

  test.each(resource.filters)('filters by %s', async name => {
    const value = sampleOf(resource.fields[name]!, { offices: app.world.offices.get('总所')! })
    expect((await ask(call, reader, { [name]: value })).code).toBe('200')
  })

  test('takes what is typed into the search box literally', async () => {
    if (!acceptedBy(call).includes('keyword')) return
    for (const keyword of ['%', '_', '\\', "'", '张'])
      expect(await ask(call, reader, { keyword })).toMatchObject({ code: '200' })
    expect((await ask(call, reader, { keyword: '%%' })).data).toMatchObject({ total: 0 })
  })

  test.each([{ pageNum: 0 }, { pageSize: 0 }, { pageSize: 201 }, { pageNum: 10_001 }, { pageSize: 'x' }])(
    'refuses the page %o',
    async page => expect((await ask(call, reader, page)).code).toBe('4220'),
  )

  test('knows no other parameter', async () => {
    expect(await ask(call, reader, { nonsense: 1 })).toMatchObject({
      code: '4220',
      data: { errors: { nonsense: expect.any(String) } },
    })
  })
})

const isShortText = (field: Field): field is Field<'text'> => 'format' in field && field.format === 'plain'

const written = resources.filter(it => calledBy(it, 'create') && calledBy(it, 'update'))

describe.each(written.map(it => [it.name, it] as const))('%s as records', (_, resource) => {
  const [create, update] = [calledBy(resource, 'create')!, calledBy(resource, 'update')!]
  const [one, list, remove] = (['one', 'list', 'remove'] as const).map(verb => calledBy(resource, verb))

  const make = async () => {
    const answer = await ask(create, people.L1, await draftFor(resource, create))
    expect(answer).toMatchObject({ code: '200' })
    const data = answer.data as Record<string, unknown>
    return Number(data[resource.id] ?? data['id'])
  }

  const idOf = (call: Call, id: number) => {
    const names = acceptedBy(call)
    return { [names.includes(resource.id) ? resource.id : names.includes('id') ? 'id' : resource.id]: id }
  }

  const change = () => {
    const field = acceptedBy(update).find(name => {
      const it = resource.fields[name]
      return it && isShortText(it) && !it.isSensitive
    })!
    return { [field]: sampleOf(resource.fields[field]!, {}) }
  }

  const versionOf = async (id: number) =>
    ((await ask(one!, people.L1, idOf(one!, id))).data as { version: number }).version

  test('asks for each required field by its name', async () => {
    const answer = await ask(create, people.L1, {})
    expect(answer.code).toBe('4220')
    const { errors } = answer.data as { errors: Record<string, string> }
    for (const sentence of Object.values(errors)) expect(sentence).toMatch(/\p{Script=Han}/u)
    expect(Object.keys(errors).length).toBeGreaterThan(0)
  })

  test('is created, read, listed, changed, logged and refused when stale', async () => {
    const id = await make()
    expect((await ask(one!, people.L1, idOf(one!, id))).data).toMatchObject({ [resource.id]: id })
    expect((await ask(list!, people.L1, { ids: id })).data).toMatchObject({ total: 1 })

    const [first, second] = [change(), change()]
    const version = await versionOf(id)
    expect(await ask(update, people.L1, { ...idOf(update, id), ...first, version })).toMatchObject({
      code: '200',
    })
    expect(await ask(update, people.L1, { ...idOf(update, id), ...second, version })).toMatchObject({
      code: '4090',
      data: { current: first, changedFields: Object.keys(second), updatedBy: '赵主任' },
    })
    expect(await versionOf(id)).toBe(version + 1)

    const rows = await app.database.read(1, db =>
      db
        .select()
        .from(logs)
        .where(and(eq(logs.targetType, resource.name), eq(logs.targetId, id))),
    )
    const diff = rows.filter(it => it.action === 'update').flatMap(it => it.diff)
    expect(diff.map(it => it.field)).toEqual(Object.keys(first))
  })

  test('of two writers one is refused and nothing is lost', async () => {
    const id = await make()
    const version = await versionOf(id)
    const drafts = Array.from({ length: 8 }, change)
    const answers = await Promise.all(
      drafts.map(it => ask(update, people.L1, { ...idOf(update, id), ...it, version })),
    )
    expect(answers.map(it => it.code).toSorted()).toEqual(['200', ...Array.from({ length: 7 }, () => '4090')])
    const winner = drafts[answers.findIndex(it => it.code === '200')]!
    expect((await ask(one!, people.L1, idOf(one!, id))).data).toMatchObject(winner)
  })

  test('is not there for another firm, and not for another office where the right is the office', async () => {
    const id = await make()
    const version = await versionOf(id)
    const strangers = ['other-admin', ...(isCapability(one!) && mayCall(one!, 'L3') ? ['south'] : [])]
    const reaches = isCapability(one!) ? scopeOf(one!.who, 'L3', rightSwitches) : 'all'
    for (const account of strangers) {
      if (account === 'south' && reaches === 'all') continue
      expect((await ask(one!, account, idOf(one!, id))).code).toBe('4040')
      if (mayCall(update, account === 'south' ? 'L3' : 'L1'))
        expect((await ask(update, account, { ...idOf(update, id), ...change(), version })).code).toBe('4040')
    }
    expect(await versionOf(id)).toBe(version)
  })

  test.runIf(remove)('is deleted', async () => {
    const id = await make()
    const takes = acceptedBy(remove!)
    const which = takes.includes('ids') ? { ids: [id] } : idOf(remove!, id)
    expect(await ask(remove!, people.L1, which)).toMatchObject({ code: '200' })
    expect((await ask(one!, people.L1, idOf(one!, id))).code).toBe('4040')
  })
})
