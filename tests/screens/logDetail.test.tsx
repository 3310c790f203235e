import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeAll, describe, expect, test } from 'vitest'

import { logs, myLogs } from '../../resources/logs.ts'
import { useServer } from '../support/screen.tsx'

const { app, network, open } = useServer()
const [wuMobile, zhengMobile] = ['13800000001', '13800000002']
const longText = '处理公司诉讼，熟悉仲裁程序。'.repeat(30)

const cards = new Map<string, number>()
beforeAll(async () => {
  for (const account of [wuMobile, zhengMobile]) {
    const { call, name } = await app().as(account)
    cards.set(account, (await call('cards.createCard', { language: 'CN', name })).id)
  }
  const { call } = await app().as('admin')
  await call('cards.update', {
    id: cards.get(wuMobile)!,
    version: 1,
    mobile: '13912345678',
    slogan: '先看合同',
    intro: longText,
  })
  const ids = [...cards.values()]
  await call('cards.delete', { ids, reason: '重复建立' } as never)
})

const idOf = async (account: string, call: 'getAdminLogPageList' | 'getPageList', query: object) => {
  const { records } = await (await app().as(account)).call(`logs.${call}`, query)
  return records[0]!.id
}
const show = async (account: string, query: object) =>
  account === wuMobile
    ? open(wuMobile, myLogs, `/app/user/logs/logs/${await idOf(wuMobile, 'getPageList', query)}`)
    : open(account, logs, `/app/logs/${await idOf(account, 'getAdminLogPageList', query)}`)

const change = async (label: string) => {
  const heading = await screen.findByRole('heading', { level: 3, name: new RegExp(label) })
  return within(heading.closest('li')!)
}

describe('log entry', () => {
  test('opens from the list, and shows more than its row', async () => {
    const { user } = await open('admin', logs, '/app/logs')
    const row = await screen.findByRole('row', { name: /将【吴律师】|修改【吴律师】/ })
    await user.click(within(row).getAllByRole('link')[0]!)
    expect((await change('个人签名')).getByText('先看合同')).toBeTruthy()
  })

  test('shows old and new values, masks numbers, and folds long texts', async () => {
    const { user } = await show('admin', { action: 'update', module: 5 })
    const slogan = await change('个人签名')
    expect(slogan.getByText('修改前').parentElement!.textContent).toBe('修改前（空）')
    expect(slogan.getByText('修改后').parentElement!.textContent).toBe('修改后先看合同')
    const mobile = await change('手机')
    expect(mobile.getByText('已脱敏')).toBeTruthy()
    expect(mobile.getByText('139****5678')).toBeTruthy()
    expect(document.body.textContent).not.toContain('13912345678')
    const fold = (await change('个人简介')).getByRole('button', { name: '展开个人简介' })
    await user.click(fold)
    expect(fold.getAttribute('aria-expanded')).toBe('true')
  })

  test('translates texts of the product, and keeps texts of users', async () => {
    const { call } = await app().as('admin')
    const { postId, version } = await call('positions.add', {
      postName: '启用',
      postCode: 'Switch',
      postLevel: 7,
      sort: 0,
      isPartner: 0,
      needLicence: 0,
      enabled: '1',
    })
    await call('positions.update', { postId, version, postName: '停用', enabled: '0' })
    const { showLocale } = await show('admin', { action: 'update', module: 9 })
    await showLocale('en-US')
    expect((await change('Status')).getByText('Disabled')).toBeTruthy()
    expect((await change('Position')).getByText('停用')).toBeTruthy()
  })

  test('shows the operator with level and office, and links to the record', async () => {
    await show('admin', { action: 'update', module: 5 })
    const facts = within(await screen.findByRole('region', { name: '操作' }))
    expect(facts.getByText('总所主管理员')).toBeTruthy()
    expect(await facts.findAllByText('总所')).not.toHaveLength(0)
    expect(facts.getByRole('link', { name: '吴律师' }).getAttribute('href')).toBe(
      `/app/card/detail/${cards.get(wuMobile)}`,
    )
  })

  test('shows reason and batch with a link, and no link to a deleted record', async () => {
    const { user, router } = await show('admin', { action: 'delete' })
    expect((await screen.findByText('重复建立')).textContent).toContain('重复建立')
    expect(screen.queryByRole('link', { name: /律师$/ })).toBeNull()
    await user.click(await screen.findByRole('link', { name: /^批次 \d+，共 2 项$/ }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/app/logs'))
    expect(await screen.findAllByText(/删除名片【/)).not.toHaveLength(0)
    expect(await screen.findByText('共 2 条', { selector: '[role=status]' })).toBeTruthy()
  })

  test('links lawyers to their own pages', async () => {
    await show(wuMobile, { action: 'update' })
    expect((await screen.findByRole('link', { name: '吴律师' })).getAttribute('href')).toBe(
      '/app/user/dashboard',
    )
  })

  test('says that it does not exist', async () => {
    await open('admin', logs, '/app/logs/999999')
    expect(await screen.findByText('这条记录不存在或已删除')).toBeTruthy()
  })

  test('is loaded again after a server error', async () => {
    const id = await idOf('admin', 'getAdminLogPageList', { action: 'update', module: 5 })
    let isDown = true
    const { user } = await open('admin', logs, `/app/logs/${id}`, () =>
      network.use(
        http.get('*/api/log/:id', ({ request }) =>
          isDown
            ? HttpResponse.json({ code: '4290', message: '稍后再试', data: {}, requestId: 'R' })
            : app().app.fetch(request),
        ),
      ),
    )
    const retryButton = await screen.findByRole('button', { name: '重试' })
    isDown = false
    await user.click(retryButton)
    expect(await screen.findByText('先看合同')).toBeTruthy()
  })
})
