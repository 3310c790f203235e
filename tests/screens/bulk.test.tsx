import { desc, eq } from 'drizzle-orm'
import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeAll, describe, expect, test } from 'vitest'

import { bulkRuns } from '../../resources/bulk.ts'
import { formatsOf } from '../../resources/locales/formats.ts'
import { lawyers as resource } from '../../resources/lawyers/index.ts'
import { additions } from '../../resources/index.ts'
import { bulkRuns as bulkRunTable, lawyers } from '../../server/db/tables.ts'
import { useServer } from '../support/screen.tsx'
import { addLawyer } from '../support/world.ts'

const { app, network, open } = useServer()

const team = '夜航组'
/** More than a page of them. */
const count = 25
beforeAll(async () => {
  const { database, world } = app()
  await database.write(1, async db => {
    for (let index = 0; index < count; index++) {
      const key = `1350009${String(index).padStart(4, '0')}`
      await addLawyer(db, world, 1, key, key, `夜航${index}`, '总所')
    }
    await db.update(lawyers).set({ team }).where(eq(lawyers.firmId, 1))
  })
})

const path = '/app/lawyer'
const openList = async (account = 'admin', served = additions) => {
  const opened = await open(account, [resource, bulkRuns], path, () => {}, served)
  await opened.user.click(await screen.findByRole('checkbox', { name: '选择本页' }))
  const bar = within(await screen.findByRole('toolbar', { name: '批量操作' }))
  return { ...opened, bar }
}
const statuses = async () => {
  const { database } = app()
  const rows = await database.read(1, db => db.select({ status: lawyers.status }).from(lawyers))
  return rows.map(it => it.status)
}
const total = () => app().database.read(1, db => db.$count(lawyers, eq(lawyers.firmId, 1)))

describe('all records of a filter', () => {
  test('are chosen from the bar, with a way back', async () => {
    const { user, bar } = await openList()
    await bar.findByText('已选本页 20 条')
    await user.click(bar.getByRole('button', { name: `选择全部 ${await total()} 条` }))
    expect(bar.getByRole('status').textContent).toBe(`已选全部 ${await total()} 条`)
    await user.click(bar.getByRole('button', { name: '只选本页 20 条' }))
    await bar.findByText('已选本页 20 条')
  })

  test('are disabled by a job whose report says what became of each, and enabled again by one undo', async () => {
    const { user, bar, router } = await openList()
    const all = await total()
    await user.click(await bar.findByRole('button', { name: /^选择全部/ }))
    await user.click(bar.getByRole('button', { name: '停用' }))
    const dialog = within(await screen.findByRole('dialog', { name: `停用 ${all} 项` }))
    dialog.getByText(/跳过并说明原因。\S/)
    await user.type(dialog.getByRole('textbox', { name: /停用原因/ }), '夜航结束')
    await user.click(dialog.getByRole('button', { name: '停用' }))
    await screen.findByRole('progressbar', { name: '进度' })
    expect(await statuses()).not.toContain(3)
    await app().runJobs()
    await screen.findByText(`共 ${all} 条 · 已完成 ${all}`)
    await waitFor(() => expect(screen.getAllByText('完成', { selector: 'td *' })).toHaveLength(20))
    await user.click(await screen.findByRole('button', { name: '撤销' }))
    expect(new Set(await statuses())).toEqual(new Set([3]))
    const first = router.state.location.pathname
    const asking = within(await screen.findByRole('dialog', { name: '撤销“停用”' }))
    await user.click(asking.getByRole('button', { name: '撤销' }))
    await waitFor(() => expect(router.state.location.pathname).not.toBe(first))
    await app().runJobs()
    await user.click(await screen.findByRole('link', { name: '查看原操作' }))
    await screen.findByRole('link', { name: '查看撤销结果' })
    expect(new Set(await statuses())).toEqual(new Set([1]))
  })

  test('are offered by no back-end that does not serve it', async () => {
    const served = additions.filter(it => it !== 'POST /bulk')
    const { bar } = await openList('admin', served)
    await bar.findByText('已选 20 项')
    expect(bar.queryByRole('button', { name: /选择全部|批量修改/ })).toBeNull()
  })
})

test('chosen fields of chosen records are changed after a look at what changes', async () => {
  const { user, bar, showLocale } = await openList()
  await user.click(await bar.findByRole('button', { name: '批量修改' }))
  const dialog = within(await screen.findByRole('dialog', { name: '批量修改 20 条' }))
  expect(dialog.queryByRole('textbox', { name: /团队/ })).toBeNull()
  await user.click(dialog.getByRole('checkbox', { name: '部门/团队' }))
  await user.type(await dialog.findByRole('textbox', { name: /团队/ }), '晨航组')
  await user.click(dialog.getByRole('button', { name: '预览' }))
  const preview = within(await screen.findByRole('dialog', { name: '批量修改预览' }))
  preview.getByText('共 20 条，将修改 20 条。修改由服务器逐条进行，可以离开页面。')
  const [first] = within(preview.getByRole('list', { name: '前几条的变化' })).getAllByRole('listitem')
  expect(first!.textContent).toMatch(/部门\/团队夜航组→晨航组$/)
  await user.click(preview.getByRole('button', { name: '修改 20 条' }))
  await screen.findByRole('progressbar', { name: '进度' })
  const unanswered = '暂时没有收到服务器的答复，这里是此前的进度，收到后自动更新。'
  expect(screen.queryByText(unanswered)).toBeNull()
  let isGone = true
  network.use(
    http.get('*/api/bulk/:id', ({ request }) => (isGone ? HttpResponse.error() : app().app.fetch(request))),
  )
  await screen.findByText(unanswered)
  isGone = false
  await waitFor(() => expect(screen.queryByText(unanswered)).toBeNull())
  await app().runJobs()
  const { database } = app()
  const changed = await database.read(1, db => db.$count(lawyers, eq(lawyers.team, '晨航组')))
  expect(changed).toBe(20)
  const [run] = await database.read(1, db =>
    db.select().from(bulkRunTable).orderBy(desc(bulkRunTable.id)).limit(1),
  )
  await showLocale('en-US')
  await screen.findByText(/^Started by /)
  expect(screen.getByText(/^Started by /).textContent).toContain(formatsOf('en-US').moment(run!.createdAt))
})

test('a field that is chosen by a click gets the focus, and one that is chosen by the keyboard does not', async () => {
  const { user, bar } = await openList()
  await user.click(await bar.findByRole('button', { name: '批量修改' }))
  const dialog = within(await screen.findByRole('dialog', { name: '批量修改 20 条' }))
  await user.click(dialog.getByRole('checkbox', { name: '部门/团队' }))
  const team = await dialog.findByRole('textbox', { name: /团队/ })
  await waitFor(() => expect(document.activeElement).toBe(team))
  const other = dialog.getAllByRole('checkbox').find(it => !(it as HTMLInputElement).checked)!
  other.focus()
  await user.keyboard(' ')
  expect((other as HTMLInputElement).checked).toBe(true)
  expect(document.activeElement).toBe(other)
})

test('a click with the Shift key selects the rows between, and deselects them likewise', async () => {
  const { user } = await open('admin', [resource, bulkRuns], path, () => {}, additions)
  await screen.findByRole('checkbox', { name: '选择本页' })
  const boxes = screen
    .getAllByRole<HTMLInputElement>('checkbox')
    .filter(it => it.getAttribute('aria-label') !== '选择本页')
  const clickWithShift = async (box: HTMLElement) => {
    await user.keyboard('{Shift>}')
    await user.click(box)
    await user.keyboard('{/Shift}')
  }
  const chosen = () => boxes.flatMap((it, at) => (it.checked ? [at] : []))
  await user.click(boxes[5]!)
  await clickWithShift(boxes[2]!)
  expect(chosen()).toEqual([2, 3, 4, 5])
  await user.click(boxes[8]!)
  await clickWithShift(boxes[9]!)
  expect(chosen()).toEqual([2, 3, 4, 5, 8, 9])
  await user.click(boxes[4]!)
  await clickWithShift(boxes[2]!)
  expect(chosen()).toEqual([5, 8, 9])
})

test('fields are not offered to whoever may change nobody', async () => {
  const { bar } = await openList('branch2')
  await bar.findByRole('status')
  expect(bar.queryByRole('button', { name: '停用' })).toBeNull()
})
