import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'

import { emptyInput, postCall } from '../../../resources/kit/index.ts'
import { servedCalls } from '../../../server/routes/served.ts'
import { checkRoutes } from '../../../server/http/openapi.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { folderOfTest } from '../../support/folder.ts'
import { runScript } from '../../support/script.ts'

let app: TestApp
beforeAll(async () => void (app = await startApp()))
afterAll(() => app.close())

type Described = { paths: Record<string, Record<string, { 'x-capability': string; security: unknown[] }>> }

test('describes every served call with its right, and nothing else', async () => {
  const { paths } = (await (await app.fetch('/openapi.json')).json()) as Described
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, it]) => `${method.toUpperCase()} ${path} ${it['x-capability']}`),
  )
  const declared = servedCalls.map(
    ({ call }) => `${call.method} ${call.path.replace(/\?.*/, '')} ${call.who}`,
  )
  expect(described.toSorted()).toEqual(declared.toSorted())
  expect(paths['/auth/self']!['get']!.security).toEqual([{ token: [] }])
})

test('refers only to what the document has', async () => {
  const text = await (await app.fetch('/openapi.json')).text()
  const description = JSON.parse(text) as unknown
  const references = new Set([...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, it]) => it!))
  expect(references.size).toBeGreaterThan(3)
  const find = (pointer: string) =>
    pointer
      .split('/')
      .slice(1)
      .reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], description)
  expect([...references].filter(it => !it.startsWith('#/components/schemas/') || !find(it))).toEqual([])
})

test('refuses to start with a route without a call, a call without a route, or an unknown right', () => {
  const routes = servedCalls.map(({ call: { method, path } }) => ({
    method: method as string,
    path: path.replace(/\?.*/, '').replaceAll(/\{(\w+)\}/g, ':$1'),
  }))
  expect(() => checkRoutes(servedCalls, routes)).not.toThrow()
  expect(() => checkRoutes(servedCalls, [...routes, { method: 'GET', path: '/back-door' }])).toThrow(
    '/back-door',
  )
  expect(() => checkRoutes(servedCalls, routes.slice(1))).toThrow(routes[0]!.path)
  const callWithoutRight = {
    name: 'x.y',
    call: postCall(
      '/x',
      'everything' as 'self',
      () => emptyInput,
      () => z.object({}),
    ),
  }
  expect(() =>
    checkRoutes([...servedCalls, callWithoutRight], [...routes, { method: 'POST', path: '/x' }]),
  ).toThrow('x.y')
})

describe('the viewer of the description', () => {
  test('is a page whose files are all served by the product', async () => {
    const page = await app.fetch('/docs')
    const html = await page.text()
    const addresses = [...html.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, address]) => address!)
    expect(addresses.filter(address => !/^(docs\/|data:,$)/.test(address))).toEqual([])
    for (const address of addresses.filter(it => it.startsWith('docs/'))) {
      const answer = await app.fetch(`/${address}`)
      expect(answer.headers.get('content-type'), address).toMatch(/^text\/(css|javascript)/)
      expect((await answer.text()).length, address).toBeGreaterThan(100)
    }
  })

  test('is not served where the interface is not described', async () => {
    const undescribedApp = await startApp({ isDescribed: false })
    for (const path of ['/docs', '/docs/swagger-ui-bundle.js', '/openapi.json'])
      expect((await undescribedApp.fetch(path)).status, path).toBe(404)
    await undescribedApp.close()
  })
})

test('the file of a release equals what is served', async () => {
  const folder = await folderOfTest('openapi')
  const file = join(folder, 'openapi.json')
  expect(await runScript('openapi', { args: [file] })).toMatchObject({ code: 0 })
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(await (await app.fetch('/openapi.json')).json())
})
