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

    await user.click(screen.getByRole('button', { name: '清除全部' }))
    await waitFor(async () => expect(await rowNames()).toContain('主任'))
    await user.click(screen.getByRole('button', { name: '列设置' }))
    await user.click(await screen.findByRole('checkbox', { name: '排序' }))
    await user.keyboard('{Escape}')
    expect(screen.getByRole('columnheader', { name: /^排序/ })).toBeTruthy()

    await user.click(screen.getByRole('button', { name: '视图' }))
    await user.click(await screen.findByRole('link', { name: '停用的职位' }))
    await waitFor(async () => expect(await rowNames()).toEqual(['顾问']))
    expect(screen.queryByRole('columnheader', { name: /^排序/ })).toBeNull()

    await user.click(screen.getByRole('button', { name: '视图' }))
    expect(await screen.findByRole('link', { name: '停用的职位', current: true })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: '删除视图“停用的职位”' }))
    expect(screen.queryByRole('link', { name: '停用的职位' })).toBeNull()
  })
})
