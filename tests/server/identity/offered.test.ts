import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type Access, isAllowed } from '../../../providers/access.ts'
import { resources } from '../../../resources/index.ts'
import { servedCalls } from '../../../server/routes/served.ts'
import { startApp, type TestApp } from '../../support/app.ts'

let app: TestApp
beforeAll(async () => void (app = await startApp()))
afterAll(() => app.close())

/** The rights that the screens derive from the two answers they load first. */
const accessOf = async (account: string): Promise<Access> => {
  const { call } = await app.as(account)
  const [user, conf] = [await call('session.self'), await call('conf.app')]
  return { user, switches: conf.adminFuncSwitch?.global ?? {}, additions: new Set(conf.additions) }
}

/** The names by which react-admin asks for a screen and its call together. */
const verbs = ['list', 'show', 'edit', 'create', 'delete']

/** The calls with a capability; calls that are open to everybody might have an effect when tried. */
const calls = resources.flatMap(resource =>
  Object.entries(resource.calls)
    .filter(([name, { who }]) => {
      const isServed = servedCalls.some(it => it.name === `${resource.name}.${name}`)
      return isServed && !verbs.includes(name) && who !== 'public' && who !== 'self' && who !== 'signedIn'
    })
    .map(([name, call]) => ({ resource, name, call })),
)

/** Whether the server refuses the call for lack of a right, whatever else is wrong with an empty request. */
const isRefused = async (account: string, { call }: (typeof calls)[number]) => {
  const { method, path, encoding } = call
  const address = path.replace(/\?.*/, '').replaceAll(/\{\w+\}/g, '999999')
  const { token } = await app.as(account)
  const isForm = encoding === 'form'
  const response = await app.fetch(address, {
    method,
    headers: { Token: token, ...(!isForm && { 'Content-Type': 'application/json' }) },
    ...(method !== 'GET' && { body: isForm ? new URLSearchParams() : '{}' }),
  })
  // An export answers a file.
  const text = await response.text()
  return /^\{"code":"403[01]"/.test(text)
}

const disagreements = async (account: string) => {
  const access = await accessOf(account)
  const wrong: string[] = []
  for (const it of calls) {
    const isOffered = isAllowed(access, it.resource, it.name)
    if (isOffered === (await isRefused(account, it)))
      wrong.push(`${it.resource.name}.${it.name} ${isOffered ? 'is offered' : 'is not offered'}`)
  }
  return wrong
}

const accounts = ['admin', 'admin2', 'branch', 'branch2', 'system', '13800000002']

describe('D the screens offer exactly what the server allows', () => {
  test('compares many calls', () => expect(calls.length).toBeGreaterThan(60))

  test.each(accounts)('to %s', async account => expect(await disagreements(account)).toEqual([]))

  test.each(accounts)('to %s while features are switched off', async account => {
    const global = { lawyer: false, 'cms.category': false, 'operation.position': false, logs: false }
    const conf = JSON.stringify({ adminFuncSwitch: { global } })
    await app.database.write(1, db => db.execute(sql`update firms set app_conf_set = ${conf}::json`))
    expect(await disagreements(account)).toEqual([])
  })
})
