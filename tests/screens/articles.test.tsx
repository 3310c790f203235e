import { screen, waitFor, within } from '@testing-library/react'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'

import { articles, cases } from '../../resources/articles/index.ts'
import { categories } from '../../resources/categories.ts'
import { inputOf, prepareTypes, type CategoryIds } from '../support/articles.ts'
import { useServer } from '../support/screen.tsx'

const { app, open } = useServer()
let types: CategoryIds
let waiting: number
beforeAll(async () => {
  types = await prepareTypes(app())
  const [admin, writer] = [await app().as('admin'), await app().as('branch2')]
  await admin.call('articles.add', { ...inputOf(app(), types, { title: '已经发布的文章' }), submit: 1 })
  const own = { organizationId: writer.organizationId, title: '等待审核的文章' }
  waiting = (await writer.call('articles.add', { ...inputOf(app(), types, own), submit: 1 })).articleId
})

const rows = async () => within((await screen.findAllByRole('rowgroup'))[1]!).getAllByRole('row')
const names = async () => (await rows()).map(it => within(it).getByRole('rowheader').textContent)

test('shows how long an article has been waiting, and marks overdue ones in words', async () => {
  const back = (hours: number) =>
    app().database.write(1, db =>
      db.execute(
        sql`update articles set submitted_at = now() - ${`${hours} hours`}::interval where article_id = ${waiting}`,
      ),
    )
  const state = async () => {
    const { close } = await open('admin', articles, '/app/cms/article')
    const row = within(await screen.findByRole('row', { name: /等待审核的文章/ }))
    const time = await row.findByTitle(/^等待\d/)
    const waitingTime = { text: row.getByText('待审核').parentElement?.textContent, title: time.title }
    close()
    return waitingTime
  }
  await back(30)
  expect(await state()).toEqual({ text: '待审核1天', title: '等待1天' })
  await back(50)
  expect(await state()).toEqual({ text: '待审核2天', title: '等待2天，已超过 48 小时的审核时限' })
  await back(100)
  expect((await state()).text).toBe('待审核4天严重超时')
})

test('a list contains its own kind only, with counts on its tabs, and refuses articles with a reason', async () => {
  const { user } = await open('admin', articles, '/app/cms/article')
  expect((await names()).toSorted()).toEqual(['已经发布的文章', '等待审核的文章'])
  await user.click(await screen.findByRole('button', { name: /^待审核\s*1$/ }))
  await waitFor(async () => expect(await names()).toEqual(['等待审核的文章']))
  const row = (await rows())[0]!
  await user.click(within(row).getByRole('button', { name: /更多操作/ }))
  await user.click(await screen.findByRole('menuitem', { name: '驳回' }))
  await user.type(await screen.findByRole('textbox', { name: /驳回原因/ }), '标题太泛')
  const usual = within(await screen.findByRole('group', { name: '常用原因' }))
  await user.click(await usual.findByRole('button', { name: '文字有误' }))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: '驳回' }))
  await screen.findByText('没有符合条件的记录')
  const { status, refuseReason } = await (
    await app().as('admin')
  ).call('articles.one', { articleId: waiting })
  expect({ status, refuseReason }).toEqual({ status: 3, refuseReason: '标题太泛；文字有误' })
})

test('a list excludes articles and categories of other kinds', async () => {
  await open('admin', cases, '/app/cms/case')
  expect(await screen.findByText('暂无典型案例')).toBeTruthy()
  expect(screen.getAllByRole('link', { name: '新增内容' })[0]!.getAttribute('href')).toMatch(
    /\/app\/cms\/add\?kind=3$/,
  )
})

test('an address with a kind opens the form of that kind', async () => {
  const { user } = await open('admin', cases, '/app/cms/add?kind=3')
  expect(await screen.findByRole('textbox', { name: /案由/ })).toBeTruthy()
  await user.type(await screen.findByRole('textbox', { name: /^标题/ }), '一则案例')
  await user.type(await screen.findByRole('textbox', { name: /案由/ }), '买卖合同纠纷')
  await user.click(await screen.findByRole('combobox', { name: /分类/ }))
  const categoryOptions = await screen.findAllByRole('option', { name: /^分类/ })
  expect(categoryOptions.map(it => it.textContent)).toEqual(['分类3'])
  await user.click(await screen.findByRole('option', { name: '分类3' }))
  await user.click(await screen.findByRole('button', { name: /^(保存|创建|新增)/ }))
  await waitFor(async () => {
    const { records } = await (await app().as('admin')).call('articles.getList', { kind: 3 })
    expect(records.map(it => it.title)).toEqual(['一则案例'])
  })
})

test('an article opens in the form of its kind', async () => {
  await open('admin', articles, `/app/cms/${waiting}`)
  expect(((await screen.findByRole('textbox', { name: /^标题/ })) as HTMLInputElement).value).toBe(
    '等待审核的文章',
  )
  expect(screen.queryByRole('textbox', { name: /案由/ })).toBeNull()
})

test('a branch sees all articles with their authors, and actions for its own ones only', async () => {
  await open('branch', articles, '/app/cms/article')
  const row = async (title: string) =>
    within((await screen.findByRole('rowheader', { name: title })).closest('tr')!)
  const foreign = await row('已经发布的文章')
  expect(await foreign.findByText('吴律师')).toBeTruthy()
  expect(foreign.queryAllByRole('button')).toEqual([])
  expect(foreign.queryByRole('link', { name: /^编辑/ })).toBeNull()
  expect((await row('等待审核的文章')).getByRole('link', { name: /^编辑/ })).toBeTruthy()
})

test('moves the articles of a category to another one of the same kind', async () => {
  const { user } = await open('admin', categories, '/app/cms/category')
  const row = (await screen.findByRole('rowheader', { name: '分类2' })).closest('tr')!
  const removal = within(row).queryByRole('button', { name: /^删除/ })
  if (removal) await user.click(removal)
  else {
    await user.click(within(row).getByRole('button', { name: /更多操作/ }))
    await user.click(await screen.findByRole('menuitem', { name: '删除' }))
  }
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(await dialog.findByRole('combobox', { name: /改为/ }))
  const categoryOptions = await screen.findAllByRole('option', { name: /^分类/ })
  expect(categoryOptions.map(it => it.textContent)).toEqual(['分类2'])
  await user.keyboard('{Escape}')
  await user.click(dialog.getByRole('button', { name: '删除' }))
  expect(await dialog.findByText(/有2篇内容使用该分类/)).toBeTruthy()
})
