import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { categories } from '../../resources/categories.ts'
import { positions } from '../../resources/positions.ts'
import { moveRanked } from '../../src/fields/sorting/placed.ts'
import { useServer } from '../support/screen.tsx'

const { app, open } = useServer()

const namesInOrder = async () => {
  const all = await (await app().as('admin')).call('positions.post', {})
  return all.toSorted((one, other) => one.sort - other.sort).map(({ postName }) => postName)
}

test('sorts records in a dialog, undoes a move, and saves the order', async () => {
  const admin = await app().as('admin')
  for (const [at, postName] of ['甲级', '乙级', '丙级'].entries())
    await admin.call('positions.add', {
      postName,
      postCode: `Grade ${at}`,
      postLevel: 90,
      isPartner: 0,
      needLicence: 0,
      enabled: '1',
      sort: 100 + at,
    })
  const { user } = await open('admin', positions, '/app/operation/position')
  await user.click(await screen.findByRole('button', { name: '调整顺序' }))
  const dialog = within(await screen.findByRole('dialog', { name: '职位的顺序' }))
  const rows = () =>
    dialog
      .getAllByRole('listitem')
      .map(it => it.getAttribute('aria-label'))
      .filter(it => it?.endsWith('级'))
  await dialog.findByRole('listitem', { name: '丙级' })
  await user.click(dialog.getByRole('button', { name: '上移丙级' }))
  expect(rows()).toEqual(['甲级', '丙级', '乙级'])
  await user.click(dialog.getByRole('button', { name: '撤销移动' }))
  expect(rows()).toEqual(['甲级', '乙级', '丙级'])
  await user.click(dialog.getByRole('button', { name: '上移丙级' }))
  await user.click(dialog.getByRole('button', { name: '上移丙级' }))
  await user.click(dialog.getByRole('button', { name: '保存顺序' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect((await namesInOrder()).filter(it => it.endsWith('级'))).toEqual(['丙级', '甲级', '乙级'])
})

test('hides the dialog from users without the right', async () => {
  await open('branch', categories, '/app/cms/category')
  await screen.findByText(/^暂无/)
  expect(screen.queryByRole('button', { name: '调整顺序' })).toBeNull()
})

test('a move changes one weight if there is room, otherwise all', () => {
  const list = [10, 20, 30].map(place => ({ record: place, place }))
  const moved = moveRanked(list, 2, 0)
  expect(moved.map(({ record }) => record)).toEqual([30, 10, 20])
  expect(moved.filter(({ record, place }) => record !== place)).toHaveLength(1)
  expect(
    moveRanked(
      [0, 0, 0].map((place, record) => ({ record, place })),
      2,
      0,
    ),
  ).toEqual([
    { record: 2, place: 10 },
    { record: 0, place: 20 },
    { record: 1, place: 30 },
  ])
})
