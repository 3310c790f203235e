import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, test } from 'vitest'

import { positions } from '../../resources/positions.ts'
import { useServer } from '../support/screen.tsx'

const { app, open: openScreen } = useServer()
const path = '/app/operation/position'
const open = (search = '') => openScreen('admin', positions, path + search)

beforeAll(async () => {
  const { call } = await app().as('admin')
  for (const [postName, enabled] of [
    ['主任', '1'],
    ['顾问', '0'],
  ] as const)
    await call('positions.add', {
      postName,
      postCode: `Title ${postName}`,
      postLevel: 1,
      enabled,
      isPartner: 0,
      needLicence: 0,
      sort: 0,
    })
})

const rowNames = async () => {
  const body = (await screen.findAllByRole('rowgroup'))[1]!
  return within(body)
    .getAllByRole('rowheader')
    .map(cell => cell.textContent)
}
type User = Awaited<ReturnType<typeof open>>['user']
const choose = async (user: User, view: string, action: string) => {
  await user.click(await screen.findByRole('button', { name: `视图“${view}”的操作` }))
  await user.click(await screen.findByRole('menuitem', { name: action }))
}
const disabledOnly = `?filter=${encodeURIComponent('{"enabled":"0"}')}`

describe('views of a list', () => {
  test('store filter and columns under a name, are applied with one click, and deleted', async () => {
    const { user } = await open(disabledOnly)
    await waitFor(async () => expect(await rowNames()).toEqual(['顾问']))
    await user.click(screen.getByRole('button', { name: '列设置' }))
    await user.click(await screen.findByRole('checkbox', { name: '排序' }))
    await user.keyboard('{Escape}')
    await user.click(screen.getByRole('button', { name: '视图' }))
    await user.type(await screen.findByRole('textbox', { name: '视图名称' }), '停用的职位{Enter}')
    await screen.findByText('视图“停用的职位”已保存')
    await screen.findByRole('button', { name: '视图：停用的职位' })

    await user.click(screen.getByRole('button', { name: '清除全部' }))
    await screen.findByRole('button', { name: '视图：停用的职位（已改动）' })
    await waitFor(async () => expect(await rowNames()).toContain('主任'))
    await user.click(screen.getByRole('button', { name: '列设置' }))
    await user.click(await screen.findByRole('checkbox', { name: '排序' }))
    await user.keyboard('{Escape}')
    expect(screen.getByRole('columnheader', { name: /^排序/ })).toBeTruthy()

    await user.click(screen.getByRole('button', { name: /^视图：/ }))
    await user.click(await screen.findByRole('link', { name: '停用的职位' }))
    await waitFor(async () => expect(await rowNames()).toEqual(['顾问']))
    expect(screen.queryByRole('columnheader', { name: /^排序/ })).toBeNull()

    await user.click(await screen.findByRole('button', { name: '视图：停用的职位' }))
    expect(await screen.findByRole('link', { name: '停用的职位', current: true })).toBeTruthy()
    await choose(user, '停用的职位', '删除')
    expect(screen.queryByRole('link', { name: '停用的职位' })).toBeNull()
    const removed = await screen.findByText(/视图“停用的职位”已删除/)
    await user.click(within(removed).getByRole('button', { name: '撤销' }))
    expect(await screen.findByRole('button', { name: '视图：停用的职位' })).toBeTruthy()
  })

  test('are renamed and shared in a dialog, which says who will see them', async () => {
    const { user } = await open(disabledOnly)
    await waitFor(async () => expect(await rowNames()).toEqual(['顾问']))
    await user.click(screen.getByRole('button', { name: '视图' }))
    await user.type(await screen.findByRole('textbox', { name: '视图名称' }), '停用{Enter}')
    await user.click(await screen.findByRole('button', { name: '视图：停用' }))
    await choose(user, '停用', '改名')
    const renaming = await screen.findByRole('dialog', { name: '改名“停用”' })
    await user.clear(within(renaming).getByRole('textbox', { name: '视图名称' }))
    await user.type(within(renaming).getByRole('textbox', { name: '视图名称' }), '停用的职位{Enter}')
    await choose(user, '停用的职位', '共享')
    const sharing = await screen.findByRole('dialog', { name: '共享“停用的职位”' })
    within(sharing).getByText(/各人仍只看到自己权限内的数据/)
    await user.click(within(sharing).getByRole('button', { name: '共享' }))
    const shared = await screen.findByRole('list', { name: '共享的视图' })
    expect(within(shared).getByRole('link').textContent).toBe('停用的职位总所 · 我共享的')
    expect(screen.getAllByRole('link', { name: /停用的职位/ })).toHaveLength(1)
    const { call } = await app().as('admin')
    const [view] = await call('sharedViews.list', { resource: 'positions' })
    expect(view!.content.filter).toEqual({ enabled: '0' })

    await user.click(within(shared).getByRole('button', { name: '设为默认' }))
    await choose(user, '停用的职位', '删除')
    const removing = await screen.findByRole('dialog', { name: '删除“停用的职位”' })
    within(removing).getByText('总所的管理员将不再看到这个视图。')
    await user.click(within(removing).getByRole('button', { name: '删除' }))
    await waitFor(() => expect(screen.queryByRole('list', { name: '共享的视图' })).toBeNull())
    await waitFor(async () => expect(await call('sharedViews.list', { resource: 'positions' })).toEqual([]))
  })

  test('have an address with their columns and density, which can be undone by who opens it', async () => {
    const hidden = ['-postCode', '-sort'].join(',')
    const { user } = await open(`${disabledOnly}&columns=postName,enabled,unknown,${hidden}&density=compact`)
    await waitFor(async () => expect(await rowNames()).toEqual(['顾问']))
    await screen.findByText(/列和行高已按链接中的视图显示/)
    expect(screen.queryByRole('columnheader', { name: /^排序/ })).toBeNull()
    await user.click(screen.getByRole('button', { name: '恢复原来的列' }))
    expect(await screen.findByRole('columnheader', { name: /^排序/ })).toBeTruthy()
  })
})
