import { beforeEach, describe, expect, test, vi } from 'vitest'

import { chinese } from '../../resources/kit/translate.ts'
import { isAllowed } from '../../providers/access.ts'
import {
  additionsStore,
  isRouteServed,
  withdrawIfUnknown,
  setServedAdditions,
} from '../../providers/backend/additions.ts'
import { servedCall } from '../../providers/call.ts'
import { createDataProvider } from '../../providers/dataProvider.ts'
import { CallError, nonStandardFailure, notFoundFailure } from '../../providers/envelope.ts'
import { announcements } from '../../resources/announcements.ts'
import { categories } from '../../resources/categories.ts'
import { additions, callNamed, resourceNamed, resources } from '../../resources/index.ts'
import { reviews } from '../../resources/reviews.ts'
import { professions } from '../../resources/professions.ts'
import { complianceRules } from '../../resources/settings/complianceRules.ts'
import { qrcode } from '../../resources/settings/qrcode.ts'

const call = vi.fn<Parameters<typeof createDataProvider>[1]>()
const provider = createDataProvider(
  resourceNamed,
  call,
  () => true,
  () => chinese,
)
const sentCalls = () => call.mock.calls.map(([name]) => name)

beforeEach(() => {
  vi.resetAllMocks()
  setServedAdditions([])
})

const page = (page: number, perPage: number, filter = {}) => ({
  pagination: { page, perPage },
  sort: { field: 'sort', order: 'DESC' as const },
  filter,
})
const types = [1, 2, 3].map(typeId => ({ typeId, typeName: `分类${typeId}`, kind: typeId % 2, sort: typeId }))

describe('a back-end without additional calls', () => {
  test('a page is filtered, sorted and cut from the complete list', async () => {
    call.mockResolvedValue(types)
    const { data, total } = await provider.getList('categories', page(1, 1, { kind: 1 }))
    expect([data.map(it => it.typeId), total]).toEqual([[3], 2])
    expect(sentCalls()).toEqual(['categories.getList'])
  })

  test('a record is taken from its list', async () => {
    call.mockResolvedValue({ records: [{ id: 5, name: '五' }], total: 1 })
    expect((await provider.getOne('professions', { id: 5 })).data).toMatchObject({ name: '五' })
    await expect(provider.getOne('professions', { id: 6 })).rejects.toMatchObject({
      code: notFoundFailure.code,
    })
    expect(sentCalls()).toEqual(['professions.list', 'professions.list'])
  })

  test('a list is read page by page to find a record', async () => {
    const rows = (from: number) =>
      Array.from({ length: 200 }, (_, index) => ({ id: from + index, name: 'x' }))
    call.mockResolvedValueOnce({ records: rows(1), total: 300 })
    call.mockResolvedValueOnce({ records: rows(201).slice(0, 100), total: 300 })
    expect((await provider.getOne('admins', { id: 250 })).data.id).toBe(250)
  })

  test('the choices of another resource are used', async () => {
    call.mockResolvedValue({ records: [{ id: 7, name: '吴律师' }], total: 1 })
    expect((await provider.choices('authors')).data).toMatchObject([{ id: 7, name: '吴律师' }])
    expect(sentCalls()).toEqual(['lawyers.pageList'])
  })

  test('screens and actions that need an additional call are closed', () => {
    expect(isRouteServed(announcements.views.list!, new Set())).toBe(false)
    expect(isRouteServed(categories.views.edit!, new Set())).toBe(true)
    // A page that needs its call is not in the menu; a page with an alternative is.
    expect(isRouteServed(reviews.pages['home']!, new Set())).toBe(false)
    expect(isRouteServed(reviews.pages['home']!, new Set(additions))).toBe(true)
    expect(isRouteServed(reviews.pages['desk']!, new Set())).toBe(true)
    // The same applies to a setting; a setting of the specification stays open.
    expect(isRouteServed(complianceRules.views.edit!, new Set())).toBe(false)
    expect(isRouteServed(complianceRules.views.edit!, new Set(additions))).toBe(true)
    expect(isRouteServed(qrcode.views.edit!, new Set())).toBe(true)
    expect(servedCall('articles.keepDraft')).toBeNull()
    const user = {
      id: 1,
      userType: 1,
      officeLevel: 1,
      isSystem: 0,
      organizationId: 1,
      auth: ['admin', 'mainAdmin'],
      capabilities: ['office.close', 'profession.view'],
      mustChangePwd: 0,
    } as const
    const offices = resources.find(it => it.name === 'offices')!
    const may = (served: readonly string[], resource = offices, action = 'disable') =>
      isAllowed({ user, switches: {}, additions: new Set(served) }, resource, action)
    expect(may([])).toBe(false)
    expect(may(additions)).toBe(true)
    expect(may([], professions, 'one')).toBe(false)
  })
})

describe('an additional call that is named but not served', () => {
  const refusals: [string, CallError, boolean][] = [
    ['no envelope', new CallError(nonStandardFailure), true],
    ['404', new CallError({ code: '404', message: '' }), true],
    ['405', new CallError({ code: '405', message: '' }), true],
    ['a record that is gone', new CallError(notFoundFailure), false],
    ['a missing right', new CallError({ code: '4031', message: '' }), false],
    [
      'a gateway without its server',
      Object.assign(new CallError(nonStandardFailure), { httpStatus: 502 }),
      false,
    ],
  ]
  // Each test uses a call of its own, because a withdrawn call stays withdrawn in the document.
  const names = [
    'articles.offline',
    'articles.discard',
    'articles.revisions',
    'cards.revisions',
    'cards.restore',
    'categories.page',
  ] as const
  test.each(refusals.map((it, index) => [...it, names[index]!] as const))(
    'after %s',
    (_, error, isWithdrawn, name) => {
      setServedAdditions(additions)
      withdrawIfUnknown(callNamed(name), error)
      expect(servedCall(name) === null).toBe(isWithdrawn)
      // conf.app is read again and still names the call.
      setServedAdditions(additions)
      expect(servedCall(name) === null).toBe(isWithdrawn)
    },
  )

  test('is replaced at once', async () => {
    setServedAdditions(additions)
    call.mockImplementationOnce(async name => {
      const error = new CallError(nonStandardFailure)
      withdrawIfUnknown(callNamed(name), error)
      throw error
    })
    call.mockResolvedValueOnce(types)
    expect((await provider.getList('categories', page(1, 10))).total).toBe(3)
    expect(sentCalls()).toEqual(['categories.page', 'categories.getList'])
    expect(additionsStore.read().size).toBe(additions.length - 4)
  })

  test('a call of the specification is never withdrawn', () => {
    const before = additionsStore.read()
    withdrawIfUnknown(callNamed('lawyers.pageList'), new CallError(nonStandardFailure))
    expect(additionsStore.read()).toBe(before)
  })
})
