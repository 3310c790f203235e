import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeAll, describe, expect, test, vi } from 'vitest'

import { categories } from '../../resources/categories.ts'
import { positions } from '../../resources/positions.ts'
import { useServer } from '../support/screen.tsx'

const { app, network, open: openScreen } = useServer()
const path = '/app/operation/position'
const open = (account = 'admin', search = '') => openScreen(account, positions, path + search)

const add = async (postName: string, postLevel: number, enabled: '0' | '1' = '1') => {
  const { call } = await app().as('admin')
  const rest = { isPartner: 0, needLicence: 0, sort: 0 } as const
  await call('positions.add', { postName, postCode: `Title ${postName}`, postLevel, enabled, ...rest })
}
beforeAll(async () => {
  for (const [index, name] of ['主任', '合伙人', '律师', '助理'].entries()) await add(name, index + 1)
  await add('顾问', 9, '0')
})

const rows = async () => within((await screen.findAllByRole('rowgroup'))[1]!).getAllByRole('row')
const names = async () => (await rows()).map(it => within(it).getByRole('rowheader').textContent)
const rowOf = (name: string) => screen.findByRole('row', { name: new RegExp(name) })

/** Records the list queries that reach the server from now on. */
const watchQueries = () => {
  const queries: URLSearchParams[] = []
  network.events.on('request:start', ({ request }) => {
    const url = new URL(request.url)
    if (url.pathname === '/api/firm/post/page') queries.push(url.searchParams)
  })
  return queries
}

type Position = { postId: number; version: number }

/** Enables all positions, so that the changes of earlier tests do not affect later ones. */
const enableAll = async () => {
  const { call } = await app().as('admin')
  const { records } = await call('positions.page', { pageSize: 100 })
  for (const { postId, version, enabled } of records)
    if (enabled === '0') await call('positions.update', { postId, version, enabled: '1' })
}

describe('a list', () => {
  test('shows rows, states as words, and the number of rows', async () => {
    await open()
    expect(await names()).toEqual(['主任', '合伙人', '律师', '助理', '顾问'])
    expect(within(await rowOf('顾问')).getByText('停用')).toBeTruthy()
    expect(screen.getAllByText('共 5 条')).toHaveLength(1)
  })

  test('says whether a total is exact, and shows the next page', async () => {
    const { call } = await app().as('admin')
    const page = await call('positions.page', { pageSize: 20 })
    const { client } = await open()
    await rows()
    const answer = async (total: number, totalIs?: 'over') => {
      const data = { ...page, total, ...(totalIs && { totalIs }) }
      network.use(
        http.get('*/api/firm/post/page', () => HttpResponse.json({ code: '200', message: '', data })),
      )
      await client.refetchQueries({ queryKey: [positions.name, 'getList'] })
    }
    const isLast = () => screen.getByRole<HTMLButtonElement>('button', { name: '下一页' }).disabled
    expect(isLast()).toBe(true)
    await answer(10_001, 'over')
    await waitFor(() => expect(screen.getAllByText('超过 10000 条')).toHaveLength(1))
    expect(isLast()).toBe(false)
    await answer(23_456)
    await waitFor(() => expect(screen.getAllByText('共 23456 条')).toHaveLength(1))
  })

  test('sorts by a heading, and marks it', async () => {
    const { user } = await open()
    await rows()
    await user.click(screen.getByRole('button', { name: '职级' }))
    await waitFor(async () => expect((await names())[0]).toBe('顾问'))
    expect(screen.getByRole('columnheader', { name: '职级' }).getAttribute('aria-sort')).toBe('descending')
    expect(screen.getByRole('columnheader', { name: '状态' }).getAttribute('aria-sort')).toBeNull()
  })

  test('keeps the filter in the address, and shows its value', async () => {
    const { user, router } = await open()
    await rows()
    await user.click(screen.getByRole('button', { name: '筛选状态' }))
    await user.click(await screen.findByRole('menuitemradio', { name: /^停用/ }))
    await waitFor(async () => expect(await names()).toEqual(['顾问']))
    expect(screen.getByRole('button', { name: /^状态：/ }).textContent).toBe('状态：停用')
    expect(new URLSearchParams(router.state.location.search).get('filter')).toBe('{"enabled":"0"}')
    await user.click(screen.getByRole('button', { name: '清除状态' }))
    await waitFor(async () => expect(await names()).toHaveLength(5))
  })

  test('opens with the filter of its address', async () => {
    await open('admin', `?filter=${encodeURIComponent('{"enabled":"0"}')}`)
    expect(await names()).toEqual(['顾问'])
  })

  test('lists the filters that could be removed if nothing matches', async () => {
    const { user } = await open()
    await rows()
    await user.type(screen.getByRole('searchbox'), '查无此人')
    expect(await screen.findByText(/去掉条件：搜索词/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: '清除全部条件' }))
    expect(await names()).toHaveLength(5)
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe(''))
  })

  test('sends no request during a composition, and one afterwards', async () => {
    await open()
    await rows()
    const queries = watchQueries()
    const box = screen.getByRole('searchbox')
    fireEvent.compositionStart(box)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      for (const value of ['h', 'he', 'hehuo', '合伙']) fireEvent.change(box, { target: { value } })
      expect(vi.getTimerCount()).toBe(0)
    } finally {
      vi.useRealTimers()
    }
    expect(queries).toHaveLength(0)
    fireEvent.compositionEnd(box)
    await waitFor(async () => expect(await names()).toEqual(['合伙人']))
    expect(queries.map(it => it.get('keyword'))).toEqual(['合伙'])
  })

  test('hides and moves columns, and stores the choice', async () => {
    const { user } = await open()
    await rows()
    const button = screen.getByRole('button', { name: '列设置' })
    await user.click(button)
    await user.click(await screen.findByRole('checkbox', { name: '排序' }))
    // Two clicks move the column over the hidden column and over the next visible one.
    await user.dblClick(screen.getByRole('button', { name: '状态前移' }))
    expect(screen.getByRole('checkbox', { name: '职位名称' })).toHaveProperty('disabled', true)
    await user.keyboard('{Escape}')
    expect(document.activeElement).toBe(button)
    const heads = screen.getAllByRole('columnheader').map(it => it.textContent)
    expect(heads).not.toContain('排序')
    expect(heads.indexOf('状态')).toBeLessThan(heads.indexOf('职级'))
  })
})

describe('rows and their actions', () => {
  test('links to the previous and next row, and restores the list on return', async () => {
    const { user, router } = await open('admin', `?filter=${encodeURIComponent('{"enabled":"1"}')}`)
    await user.click(await screen.findByRole('link', { name: '合伙人' }))
    const name = () => screen.findByRole<HTMLInputElement>('textbox', { name: /^职位名称/ })
    expect((await name()).value).toBe('合伙人')
    await user.click(screen.getByRole('link', { name: '下一条' }))
    await waitFor(async () => expect((await name()).value).toBe('律师'))
    await user.click(screen.getByRole('link', { name: '上一条' }))
    await waitFor(async () => expect((await name()).value).toBe('合伙人'))
    await user.click(screen.getByRole('button', { name: '返回' }))
    expect(await names()).not.toContain('顾问')
    // The address may change a moment after the rows are shown.
    await waitFor(() => expect(router.state.location.search).toContain('enabled'))
  })

  test('an action changes its row, and is hidden if it no longer applies', async () => {
    const { user } = await open()
    await user.click(within(await rowOf('顾问')).getByRole('button', { name: '启用顾问' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: '启用顾问' })).toBeNull())
    expect(within(await rowOf('顾问')).getByRole('button', { name: '停用顾问' })).toBeTruthy()
  })

  test('a bulk action skips rows that the user may not change', async () => {
    const admin = await app().as('admin')
    const all = async () => (await admin.call('positions.page', { pageSize: 100 })).records
    const enable = async ({ postId, version }: Position, enabled: '0' | '1') =>
      void (await admin.call('positions.update', { postId, version, enabled }))
    const [first, ...rest] = await all()
    for (const row of rest) await enable(row, '1')
    await enable(first!, '0')
    const others = (await all()).filter(it => it.enabled === '1')
    const changed: number[] = []
    network.events.on('request:start', ({ request }) => {
      const [, id] = /\/api\/firm\/post\/(\d+)$/.exec(new URL(request.url).pathname) ?? []
      if (request.method === 'PUT') changed.push(Number(id))
    })
    const { user } = await open()
    await rows()
    await user.click(screen.getByRole('checkbox', { name: '选择本页' }))
    const bar = await screen.findByRole('toolbar', { name: '批量操作' })
    expect(within(bar).getByRole('button', { name: '启用 1' })).toHaveProperty('disabled', false)
    await user.click(within(bar).getByRole('button', { name: `停用 ${others.length}` }))
    const dialog = await screen.findByRole('dialog', { name: `停用 ${others.length} 项` })
    await user.click(within(dialog).getByRole('button', { name: '停用' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(changed.toSorted((a, b) => a - b)).toEqual(others.map(it => it.postId).toSorted((a, b) => a - b))
    const after = await all()
    expect(new Set(after.map(it => it.enabled))).toEqual(new Set(['0']))
    await enableAll()
  })

  test('a page or an order on which the pointer rests is asked for once, and shown when it is pressed', async () => {
    const { user } = await open('admin', '?page=1&perPage=2&sort=postLevel&order=ASC')
    const first = await names()
    const queries = watchQueries()
    const asked = () => queries.map(it => [it.get('pageNum'), it.get('sortOrder')].join(' '))
    const next = screen.getByRole('button', { name: '下一页' })
    await user.hover(next)
    await waitFor(() => expect(queries).toHaveLength(1))
    expect(await names()).toEqual(first)
    await user.click(next)
    await waitFor(async () => expect(await names()).not.toEqual(first))
    const byLevel = within(screen.getByRole('columnheader', { name: '职级' })).getByRole('button')
    await user.hover(byLevel)
    await waitFor(() => expect(queries).toHaveLength(2))
    const second = await names()
    await user.click(byLevel)
    await waitFor(async () => expect(await names()).not.toEqual(second))
    expect(asked()).toEqual(['2 asc', '1 desc'])
  })

  test('a change of page, page size or order clears the selection', async () => {
    const changed: number[] = []
    network.events.on('request:start', ({ request }) => {
      const [, id] = /\/api\/firm\/post\/(\d+)$/.exec(new URL(request.url).pathname) ?? []
      if (request.method === 'PUT') changed.push(Number(id))
    })
    await enableAll()
    const { user } = await open('admin', '?page=1&perPage=2&sort=postLevel&order=ASC')
    const first = await names()
    expect(first).toHaveLength(2)
    const bar = () => screen.findByRole('toolbar', { name: '批量操作' })
    const isGone = () => waitFor(() => expect(screen.queryByRole('toolbar', { name: '批量操作' })).toBeNull())
    await user.click(screen.getByRole('checkbox', { name: '选择本页' }))
    expect(within(await bar()).getByRole('status').textContent).toBe('已选本页 2 条')
    await user.click(screen.getByRole('button', { name: '下一页' }))
    await isGone()
    await waitFor(async () => expect(await names()).not.toEqual(first))
    const [other] = await names()
    await user.click(within(await rowOf(other!)).getByRole('checkbox'))
    expect(within(await bar()).getByRole('status').textContent).toBe('已选本页 1 条')
    await user.click(within(await bar()).getByRole('button', { name: '停用' }))
    const dialog = await screen.findByRole('dialog', { name: `停用“${other}”` })
    await user.click(within(dialog).getByRole('button', { name: '停用' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await isGone()
    const { call } = await app().as('admin')
    const { records } = await call('positions.page', { pageSize: 100 })
    expect(changed).toEqual([records.find(it => it.postName === other)!.postId])
    await enableAll()

    await user.click(within(await rowOf(other!)).getByRole('checkbox'))
    await bar()
    await user.click(screen.getByRole('button', { name: '职级' }))
    await isGone()
    await user.click(screen.getByRole('button', { name: '职级' }))
    for (const box of screen.getAllByRole<HTMLInputElement>('checkbox')) expect(box.checked).toBe(false)
  })

  test('a bulk action runs on the rows it applies to, and lists failures by name', async () => {
    await enableAll()
    const { user } = await open()
    await rows()
    await user.click(screen.getByRole('checkbox', { name: '选择本页' }))
    const bar = await screen.findByRole('toolbar', { name: '批量操作' })
    expect(within(bar).getByRole('button', { name: '启用 0' })).toHaveProperty('disabled', true)
    await user.click(within(await rowOf('主任')).getByRole('checkbox'))
    await user.click(within(bar).getByRole('button', { name: '停用' }))

    const dialog = await screen.findByRole('dialog', { name: '停用 4 项' })
    const answer = { code: '4091', message: '当前状态不允许此操作', data: {}, requestId: 'R1' }
    network.use(http.put('*/api/firm/post/*', () => HttpResponse.json(answer), { once: true }))
    await user.click(within(dialog).getByRole('button', { name: '停用' }))
    expect((await within(dialog).findByRole('alert')).textContent).toBe(
      '没有完成：合伙人：当前状态不允许此操作',
    )
    expect(screen.getByRole('dialog', { name: '停用“合伙人”' })).toBeTruthy()
    await user.click(within(dialog).getByRole('button', { name: '停用' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(within(await rowOf('合伙人')).queryByRole('button', { name: '停用合伙人' })).toBeNull()
    expect(within(await rowOf('主任')).getByRole('button', { name: '停用主任' })).toBeTruthy()
  })

  test('a dangerous action asks for confirmation, and shows a refusal', async () => {
    const { user } = await open()
    await user.click(within(await rowOf('律师')).getByRole('button', { name: '删除律师' }))
    const dialog = await screen.findByRole('dialog', { name: '删除“律师”' })
    network.use(
      http.delete('*/api/firm/post/*', () =>
        HttpResponse.json({ code: '4093', message: '数据被引用，无法删除', data: {}, requestId: 'R1' }),
      ),
    )
    await user.click(within(dialog).getByRole('button', { name: '删除' }))
    expect((await within(dialog).findByRole('alert')).textContent).toContain('数据被引用，无法删除')
    await user.click(within(dialog).getByRole('button', { name: '取消' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(await names()).toContain('律师')
  })

  test('users without the right see neither actions nor the link to create a record', async () => {
    const { call } = await app().as('admin')
    await call('categories.add', { kind: 2, typeName: '公司治理', sort: 0, enabled: 1 })
    await openScreen('branch2', categories, '/app/cms/category')
    await screen.findByRole('rowheader', { name: '公司治理' })
    expect(screen.queryByRole('link', { name: '新增分类' })).toBeNull()
    expect(screen.queryByRole('button', { name: '停用公司治理' })).toBeNull()
    expect(screen.queryByRole('columnheader', { name: '操作' })).toBeNull()
    expect(screen.queryByRole('checkbox')).toBeNull()
  })
})

describe('list with a server error', () => {
  test('shows the error with its request id and a retry button', async () => {
    let isDown = true
    const { user } = await openScreen('admin', positions, path, () =>
      network.use(
        http.get('*/api/firm/post/page', () =>
          isDown
            ? HttpResponse.json({ code: '4000', message: '请求参数错误', data: {}, requestId: 'R42' })
            : undefined,
        ),
      ),
    )
    const alert = await screen.findByText('请求参数错误')
    expect(alert.closest('[role=alert]')?.textContent).toContain('请求号 R42')
    isDown = false
    await user.click(screen.getByRole('button', { name: '重试' }))
    expect(await names()).toHaveLength(5)
  })

  test('shows a missing right without a retry button', async () => {
    await openScreen('admin', positions, path, () =>
      network.use(
        http.get('*/api/firm/post/page', () =>
          HttpResponse.json({ code: '4030', message: '无权限执行此操作', data: {}, requestId: 'R7' }),
        ),
      ),
    )
    expect(await screen.findByText('没有权限查看')).toBeTruthy()
    expect(screen.queryByRole('button', { name: '重试' })).toBeNull()
  })
})

describe('selection with different states', () => {
  test('a bulk action sends only the rows it applies to', async () => {
    for (const [at, name] of ['秘书', '书记'].entries()) await add(name, 20 + at)
    await add('离任顾问', 30, '0')
    const { user } = await open()
    await rows()
    const sent: string[] = []
    network.events.on('request:start', ({ request }) => {
      if (request.method === 'PUT') sent.push(new URL(request.url).pathname)
    })
    const idOf = async (name: string) => {
      const { records } = await (await app().as('admin')).call('positions.page', { keyword: name })
      return records[0]!.postId
    }
    await user.click(within(await rowOf('秘书')).getByRole('checkbox'))
    await user.click(within(await rowOf('书记')).getByRole('checkbox'))
    await user.click(within(await rowOf('离任顾问')).getByRole('checkbox'))
    const bar = await screen.findByRole('toolbar', { name: '批量操作' })
    // The position that is already disabled counts as selected, but not as one to disable.
    expect(within(bar).getByText(/3/)).toBeTruthy()
    await user.click(within(bar).getByRole('button', { name: '停用 2' }))
    const dialog = await screen.findByRole('dialog', { name: '停用 2 项' })
    await user.click(within(dialog).getByRole('button', { name: '停用' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const expectedIds = await Promise.all(['秘书', '书记'].map(idOf))
    expect(new Set(sent.map(it => Number(it.split('/').at(-1))))).toEqual(new Set(expectedIds))
    const { records } = await (await app().as('admin')).call('positions.page', { enabled: '0' })
    expect(records.map(it => it.postName)).toEqual(expect.arrayContaining(['秘书', '书记', '离任顾问']))
  })
})
