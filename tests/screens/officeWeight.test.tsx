import { screen, waitFor, within } from '@testing-library/react'
import { eq } from 'drizzle-orm'
import { http } from 'msw'
import { describe, expect, test } from 'vitest'

import { offices } from '../../resources/offices/index.ts'
import * as tables from '../../server/db/tables.ts'
import { useServer } from '../support/screen.tsx'

const { app, network, open } = useServer()
const path = '/app/office/weight'

const rows = async () => {
  const list = await screen.findByRole('region', { name: '律所顺序' })
  return within(list)
    .getAllByRole('listitem')
    .map(it => /总所|东所|南所/.exec(it.textContent ?? '')?.[0])
}
const preview = () =>
  within(screen.getByRole('figure', { name: '小程序预览' }))
    .getAllByRole('listitem')
    .map(it => it.textContent)

const readCustomWeights = async () => (await app().as('admin')).call('offices.custom')
const weights = async () =>
  Object.fromEntries((await readCustomWeights()).items.map(({ name, weight }) => [name, weight]))

describe('the order of the offices', () => {
  test('moves an office with buttons, undoes it, and saves the weights', async () => {
    const { user } = await open('admin', offices, path)
    expect(await rows()).toEqual(['总所', '东所', '南所'])
    const up = await screen.findByRole('button', { name: '上移南所' })
    await user.click(up)
    expect(await rows()).toEqual(['总所', '南所', '东所'])
    expect(preview()).toEqual(['总所总所', '南所', '东所'])
    expect(document.activeElement).toBe(screen.getByRole('button', { name: '上移南所' }))
    expect(await screen.findByText(/南所移到第 2 位/)).toBeTruthy()
    await user.click(await screen.findByRole('button', { name: '撤销' }))
    expect(await rows()).toEqual(['总所', '东所', '南所'])

    await user.click(await screen.findByRole('button', { name: '上移南所' }))
    expect(await screen.findByText(/未保存：南所 权重 0→10/)).toBeTruthy()
    await user.click(await screen.findByRole('button', { name: '保存' }))
    await screen.findByText('没有修改')
    const { 东所: east, 南所: south } = await weights()
    expect(south).toBeGreaterThan(east!)
  })

  test('shows a new weight, hiding and pinning in the preview at once', async () => {
    const { user } = await open('admin', offices, path)
    await rows()
    const weight = await screen.findByLabelText('东所的权重')
    await user.clear(weight)
    await user.type(weight, '12345')
    expect(await screen.findByText('权重不能大于9999')).toBeTruthy()
    await user.clear(weight)
    await user.type(weight, '900{Enter}')
    expect(await rows()).toEqual(['总所', '东所', '南所'])
    await user.click(await screen.findByLabelText('总所置顶'))
    expect(await rows()).toEqual(['东所', '南所', '总所'])
    await user.click(await screen.findByLabelText('展示南所'))
    expect(preview()).toEqual(['东所', '总所总所'])
    await user.click(await screen.findByLabelText('按拼音'))
    expect(await rows()).toEqual(['东所', '南所', '总所'])
    expect(screen.queryByRole('button', { name: '上移南所' })).toBeNull()
    await user.click(await screen.findByRole('button', { name: '放弃修改' }))
    await screen.findByText('没有修改')
  })

  test('groups the preview by city, with one name for a municipality', async () => {
    const place = { provinceCode: '440000', cityCode: '440300', districtCode: '440304' }
    await app().database.write(1, db =>
      db
        .update(tables.offices)
        .set(place)
        .where(eq(tables.offices.organizationId, app().world.offices.get('南所')!)),
    )
    const { user } = await open('admin', offices, path)
    await rows()
    await user.click(await screen.findByLabelText('按城市分组'))
    const phone = within(screen.getByRole('figure', { name: '小程序预览' }))
    expect(await phone.findByText('深圳市')).toBeTruthy()
    expect(await phone.findByText('上海市')).toBeTruthy()
    expect(preview()).toEqual(['总所总所', '东所', '南所'])
    await user.click(await screen.findByRole('button', { name: '放弃修改' }))
    await screen.findByText('没有修改')
  })

  test('reports what another user saved, keeps the own changes, and merges both on saving', async () => {
    const { user } = await open('admin', offices, path)
    await rows()
    const before = await readCustomWeights()
    const east = before.items.find(it => it.name === '东所')!
    const other = await app().as('admin2')
    await other.call('offices.updateCustom', {
      ...before,
      groupByCity: 1,
      items: [{ ...east, weight: 77 }],
    })
    const weight = await screen.findByLabelText('南所的权重')
    await user.clear(weight)
    await user.type(weight, '500{Enter}')
    await user.click(await screen.findByRole('button', { name: '保存' }))
    const note = await screen.findByText(/钱行政在/)
    expect(note.parentElement?.textContent).toContain('按城市分组 开')
    expect(note.parentElement?.textContent).toContain(`东所 权重 ${east.weight}→77`)
    expect(screen.getByLabelText<HTMLInputElement>('南所的权重').value).toBe('500')
    await user.click(await screen.findByRole('button', { name: '保存' }))
    await waitFor(async () => expect(await weights()).toMatchObject({ 东所: 77, 南所: 500 }))
    expect((await readCustomWeights()).groupByCity).toBe(1)
  })

  test('offers an unsaved draft again, merged with what another user saved', async () => {
    const { user, close } = await open('admin', offices, path)
    await rows()
    const weight = await screen.findByLabelText('南所的权重')
    await user.clear(weight)
    await user.type(weight, '640{Enter}')
    await waitFor(() =>
      expect(Object.keys(sessionStorage).filter(it => it.includes('draft'))).toHaveLength(1),
    )
    close()
    const before = await readCustomWeights()
    const east = before.items.find(it => it.name === '东所')!
    await (
      await app().as('admin2')
    ).call('offices.updateCustom', { ...before, items: [{ ...east, weight: 88 }] })

    const reopened = await open('admin', offices, path)
    await reopened.user.click(await screen.findByRole('button', { name: '恢复' }))
    expect((await screen.findByLabelText<HTMLInputElement>('南所的权重')).value).toBe('640')
    expect(screen.getByLabelText<HTMLInputElement>('东所的权重').value).toBe('88')
    await reopened.user.click(await screen.findByRole('button', { name: '保存' }))
    await screen.findByText('没有修改')
    expect(await weights()).toMatchObject({ 东所: 88, 南所: 640 })
  })

  test('keeps changes made during saving as unsaved', async () => {
    const { promise: isFree, resolve: free } = Promise.withResolvers<void>()
    const slow = () =>
      network.use(
        http.put('*/api/firmOrganization/custom', async () => {
          await isFree
        }),
      )
    const { user } = await open('admin', offices, path, slow)
    await rows()
    await user.click(await screen.findByLabelText('展示东所'))
    await user.click(screen.getByRole('button', { name: '保存' }))
    await screen.findByRole('button', { name: '保存中…' })
    await user.click(await screen.findByLabelText('展示南所'))
    free()
    expect(await screen.findByText(/^未保存：南所 (展示|隐藏)$/)).toBeTruthy()
    await user.click(await screen.findByRole('button', { name: '保存' }))
    await screen.findByText('没有修改')
  })
})
