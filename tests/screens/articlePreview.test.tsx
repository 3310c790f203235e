import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'

import { articles } from '../../resources/articles/index.ts'
import { lawyerArticles, ownArticles } from '../../resources/articles/personal.ts'
import { cards } from '../../resources/cards/index.ts'
import { lawyers } from '../../resources/lawyers/index.ts'
import { inputOf, prepareTypes, type CategoryIds } from '../support/articles.ts'
import { useServer } from '../support/screen.tsx'

const { app, open } = useServer()
let types: CategoryIds
beforeAll(async () => void (types = await prepareTypes(app())))

const lawyerOfEast = () => app().world.people.get('13800000002')!.id
const fromEast = (more: object = {}) => ({
  organizationId: app().world.offices.get('东所')!,
  lawyerIds: [lawyerOfEast()],
  ...more,
})
const add = async (account: string, more: object, submit: 0 | 1 = 1) => {
  const person = await app().as(account)
  return person.call('articles.add', { ...inputOf(app(), types, more), submit })
}
const read = async (articleId: number) => (await app().as('admin')).call('articles.one', { articleId })
const path = (articleId: number) => `/app/cms/preview/${articleId}`
const phone = () => within(screen.getByRole('region', { name: '内容' }))

/** Adds a published article with a submitted change of its title. */
const addChanged = async (title: string) => {
  const added = await add('branch2', fromEast({ title }))
  const { articleId } = added
  await (await app().as('branch')).call('articles.pass', { articleId, version: added.version })
  const { version } = await read(articleId)
  const change = { articleId, version, title: `${title}（修订）`, submit: 1 as const }
  await (await app().as('branch2')).call('articles.update', change)
  return articleId
}

test('a reviewer compares a submitted change with the published version, and approves it', async () => {
  const articleId = await addChanged('合同解除的通知')
  const { user } = await open('branch', articles, path(articleId))
  expect(await screen.findByText('1 项修改')).toBeTruthy()
  expect(phone().getByRole('heading', { name: '合同解除的通知（修订）' })).toBeTruthy()
  await user.click(await screen.findByRole('radio', { name: '已发布版本' }))
  expect(phone().getByRole('heading', { name: '合同解除的通知' })).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: '通过' }))
  expect(await screen.findByText(/^即将通过“.*”，10 秒内可以撤销$/)).toBeTruthy()
  // A click elsewhere ends the time in which it can be taken back.
  await user.click(screen.getByText('1 项修改'))
  await waitFor(() => expect(screen.queryByText('1 项修改')).toBeNull())
  expect(await read(articleId)).toMatchObject({ title: '合同解除的通知（修订）', revisionStatus: null })
})

test('a refusal requires a reason, which the page shows', async () => {
  const { articleId } = await add('branch2', fromEast({ title: '等待裁断的文章' }))
  const { user } = await open('branch', articles, path(articleId))
  await user.click(await screen.findByRole('button', { name: '驳回' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByRole('textbox', { name: /驳回原因/ }), '请补充依据')
  await user.click(dialog.getByRole('button', { name: '驳回' }))
  expect(await screen.findByText('驳回原因：请补充依据')).toBeTruthy()
})

test('a link opens the dialog of a refusal, and performs nothing that needs none', async () => {
  const { articleId, version } = await add('branch2', fromEast({ title: '从消息打开的文章' }))
  const { close } = await open('branch', articles, `${path(articleId)}?action=refuse`)
  expect(await screen.findByRole('dialog', { name: /驳回/ })).toBeTruthy()
  close()
  await open('branch', articles, `${path(articleId)}?action=pass`)
  expect(await screen.findByRole('button', { name: '通过' })).toBeTruthy()
  expect(screen.queryByText(/10 秒内可以撤销/)).toBeNull()
  expect(await read(articleId)).toMatchObject({ status: 1, version })
})

test('discarding a submitted change says what will be lost', async () => {
  const articleId = await addChanged('不再修改的文章')
  const { user } = await open('admin', articles, path(articleId))
  await user.click(await screen.findByRole('button', { name: '更多' }))
  await user.click(await screen.findByRole('menuitem', { name: '恢复为已发布' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText(/已发布的内容不变/)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: '恢复为已发布' }))
  await waitFor(async () => expect((await read(articleId)).published).toBeNull())
  // The preview is rendered again after the change is discarded.
  await screen.findByRole('region', { name: '内容' })
  expect(await phone().findByRole('heading', { name: '不再修改的文章' })).toBeTruthy()
})

test('another office reads the article and its people, without forbidden actions', async () => {
  const articleId = await addChanged('别所的文章')
  await open('south', articles, path(articleId))
  expect(await screen.findByText('1 项修改')).toBeTruthy()
  expect(phone().getAllByText('郑律师').length).toBeGreaterThan(0)
  for (const name of ['通过', '驳回', '更多', '恢复为已发布'])
    expect(screen.queryByRole('button', { name })).toBeNull()
  expect(screen.queryByRole('link', { name: '编辑' })).toBeNull()
  expect(await screen.findByRole('switch', { name: '展示' })).toHaveProperty('disabled', true)
})

test('shows and hides an article on the pages of its authors', async () => {
  const { articleId } = await add('branch', fromEast({ title: '作者主页上的文章' }))
  const { user } = await open('branch', articles, path(articleId))
  await user.click(await screen.findByRole('switch', { name: '置顶' }))
  await waitFor(async () => expect((await read(articleId)).people[0]).toMatchObject({ isTop: 1, isShow: 1 }))
  const visibleSwitch = await screen.findByRole('switch', { name: '展示' })
  await waitFor(() => expect(visibleSwitch).toHaveProperty('disabled', false))
  await user.click(visibleSwitch)
  await waitFor(async () => expect((await read(articleId)).people[0]).toMatchObject({ isTop: 1, isShow: 0 }))
})

test('the history marks changed words, and a restored version does not replace the published one', async () => {
  const { articleId } = await add('admin', { content: '<p>出资期限应当写明。</p><p>不变。</p>' })
  const admin = await app().as('admin')
  const content = '<p>出资期限必须写明。</p><p>不变。</p>'
  const { version } = await read(articleId)
  await admin.call('articles.update', { articleId, version, content, submit: 1 })
  const { user } = await open('admin', articles, path(articleId))
  const history = within(await screen.findByRole('region', { name: '时间线' }))
  const latest = (await history.findAllByRole('listitem')).find(it => within(it).queryByText('正文'))
  await user.click(within(latest!).getByText('正文'))
  await waitFor(() => expect(within(latest!).getByText('必须').tagName).toBe('INS'))
  expect(within(latest!).getByText('应当').tagName).toBe('DEL')
  expect(within(latest!).queryByText(/不变/)).toBeNull()

  await user.click(history.getAllByRole('button', { name: /^恢复 / }).at(-1)!)
  const dialog = within(await screen.findByRole('dialog', { name: '恢复历史版本' }))
  expect(await dialog.findByText(/已发布的内容不变/)).toBeTruthy()
  await user.click(await dialog.findByRole('button', { name: '恢复' }))
  expect(await screen.findByText('1 项修改')).toBeTruthy()
  expect((await read(articleId)).published?.content).toBe(content)
})

test('an English article has English labels', async () => {
  const { articleId } = await add('admin', { language: 'EN', title: 'Capital contributions', sourceType: 1 })
  await open('admin', articles, path(articleId))
  expect(await screen.findByText('Related lawyers')).toBeTruthy()
  expect(phone().getByText('Original')).toBeTruthy()
})

test("a lawyer arranges the own page and reads an article without the office's buttons", async () => {
  const { articleId } = await add('branch', fromEast({ title: '他自己的文章' }))
  await add('branch', fromEast({ title: '后来的文章' }))
  const { user, router } = await open('13800000002', ownArticles, '/app/user/articles')
  const row = async (name: string) => within((await screen.findByRole('rowheader', { name })).closest('tr')!)
  await user.click((await row('他自己的文章')).getByRole('button', { name: /^置顶/ }))
  const first = async () => (await screen.findAllByRole('rowheader'))[0]!.textContent
  await waitFor(async () => expect(['他自己的文章', '作者主页上的文章']).toContain(await first()))
  await user.click((await row('他自己的文章')).getByRole('button', { name: /^隐藏/ }))
  await waitFor(async () => expect((await read(articleId)).people[0]).toMatchObject({ isShow: 0, isTop: 1 }))
  await user.click(await screen.findByRole('link', { name: '他自己的文章' }))
  await waitFor(() => expect(router.state.location.pathname).toBe(`/app/user/articles/${articleId}`))
  expect(await screen.findByText('在小程序中可见。')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '下架' })).toBeNull()
})

test("an administrator opens a person's articles from the list of people", async () => {
  const { user } = await open('branch', lawyers, '/app/lawyer')
  const links = await screen.findAllByRole('link', { name: /个人内容/ })
  expect(links.map(it => it.getAttribute('href'))).toEqual([`/app/lawyer/${lawyerOfEast()}/articles`])
  await user.click(links[0]!)
  expect(await screen.findByRole('rowheader', { name: '后来的文章' })).toBeTruthy()
})

test('the dashboard links to the own articles', async () => {
  await open('13800000002', cards, '/app/user/dashboard')
  expect((await screen.findByRole('link', { name: '我的内容' })).getAttribute('href')).toMatch(
    /\/app\/user\/articles$/,
  )
  expect(lawyerArticles.fields).toBe(ownArticles.fields)
})
