import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'

import { nothing, post } from '../../../resources/kit/index.ts'
import { served } from '../../../server/engine/served.ts'
import { checkRoutes } from '../../../server/http/openapi.ts'
import { startApp, type TestApp } from '../../support/app.ts'

// Promise Q16 (server/promises.md).

let app: TestApp
beforeAll(async () => void (app = await startApp()))
afterAll(() => app.close())

type Described = { paths: Record<string, Record<string, { 'x-capability': string; security: unknown[] }>> }

test('every served call is described with its right, and nothing else is', async () => {
  const { paths } = (await (await app.fetch('/openapi.json')).json()) as Described
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, it]) => `${method.toUpperCase()} ${path} ${it['x-capability']}`),
  )
  const declared = served.map(({ call }) => `${call.method} ${call.path.replace(/\?.*/, '')} ${call.who}`)
  expect(described.toSorted()).toEqual(declared.toSorted())
  expect(paths['/auth/self']!['get']!.security).toEqual([{ token: [] }])
})

test('a route without a call, a call without a route, and an unknown right stop the start', () => {
  const routes = served.map(({ call: { method, path } }) => ({
    method: method as string,
    path: path.replace(/\?.*/, '').replaceAll(/\{(\w+)\}/g, ':$1'),
  }))
  expect(() => checkRoutes(served, routes)).not.toThrow()
  expect(() => checkRoutes(served, [...routes, { method: 'GET', path: '/back-door' }])).toThrow('/back-door')
  expect(() => checkRoutes(served, routes.slice(1))).toThrow(routes[0]!.path)
  const lawless = {
    name: 'x.y',
    call: post(
      '/x',
      'everything' as 'self',
      () => nothing,
      () => z.object({}),
    ),
  }
  expect(() => checkRoutes([...served, lawless], [...routes, { method: 'POST', path: '/x' }])).toThrow('x.y')
})
