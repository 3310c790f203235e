import { screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { expect, test } from 'vitest'

import { firm } from '../../resources/settings/firm.ts'
import { settings } from '../../resources/settings/index.ts'
import { useServer } from '../support/screen.tsx'

const { app, network, open } = useServer()

type User = Awaited<ReturnType<typeof open>>['user']
const press = async (user: User, name: string) => user.click(await screen.findByRole('button', { name }))
const published = async () => app().call('firm.mpconf', {})
const openHome = () => open('admin', settings.mpName, '/app/conf/miniprogram-index')
const openCard = () => open('admin', firm, '/app/conf/miniprogram-card')

test('publishes the initial content, and says before that nothing was published', async () => {
  const { user } = await openHome()
  expect(await screen.findByText('尚未发布')).toBeTruthy()
  await press(user, '发布记录')
  const history = within(await screen.findByRole('dialog', { name: '发布记录' }))
  expect(await history.findByText('初始内容')).toBeTruthy()
  expect(history.queryByRole('button', { name: /^恢复/ })).toBeNull()
  await user.click(await screen.findByRole('button', { name: '关闭' }))
  await press(user, '发布')
  const dialog = within(await screen.findByRole('dialog', { name: '发布到小程序' }))
  expect(dialog.getByText('还没有发布过，访客看到的是初始内容，与本页相同。')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: '返回编辑' }))
})

test('shows only changed fields before publishing, and restores the first publication', async () => {
  const { user } = await openHome()
  const colour = await screen.findByRole('textbox', { name: /^主题色/ })
  await user.clear(colour)
  await user.type(colour, '#7A1F2B')
  await press(user, '保存')
  expect(await screen.findByText('有未发布的草稿')).toBeTruthy()
  await press(user, '发布')
  const dialog = within(await screen.findByRole('dialog', { name: '发布到小程序' }))
  expect(dialog.getByText('发布后，访客打开小程序即看到下面 1 项修改。')).toBeTruthy()
  expect(dialog.getAllByRole('definition').length).toBe(1)
  await waitFor(() => expect(dialog.getByRole('definition').textContent).toBe('#1F3A5F → #7A1F2B'))
  await user.click(dialog.getByRole('button', { name: '发布' }))
  expect(await screen.findByText('已发布')).toBeTruthy()
  await press(user, '发布记录')
  const history = within(await screen.findByRole('dialog', { name: '发布记录' }))
  expect((await history.findByText('主题色')).closest('details')!.textContent).toBe('主题色')
  await user.click(await history.findByRole('button', { name: /^恢复/ }))
  const question = within(await screen.findByRole('dialog', { name: '恢复历史版本' }))
  await user.click(question.getByRole('button', { name: '恢复' }))
  await waitFor(async () => expect((await published()).index.themeColor).toBe('#1F3A5F'))
})

test('uses the published colour on every page of the preview', async () => {
  const admin = await app().as('admin')
  const publish = async (themeColor: string) => {
    const { version } = await admin.call('firm.mpconf', { draft: 1 })
    await admin.call('firm.updateMpconf', { draft: 0, version, index: { themeColor } })
  }
  await publish('#7A1F2B')
  const { user } = await openCard()
  await press(user, '预览')
  const phone = await screen.findByRole('figure', { name: '小程序预览' })
  const frame = phone.querySelector<HTMLElement>('.preview-frame')!
  await waitFor(() => expect(frame.style.getPropertyValue('--own-brand')).toBe('#7A1F2B'))
  await publish('#1F3A5F')
})

test('edits the home page as a draft, compares, publishes and restores it', async () => {
  const { user } = await openHome()
  await press(user, '上移推荐律师')
  await user.click(await screen.findByRole('switch', { name: '显示视频' }))
  const colour = await screen.findByRole('textbox', { name: /^主题色/ })
  await user.clear(colour)
  await user.type(colour, '#AA3311')
  await press(user, '保存')
  expect(await screen.findByText('有未发布的草稿')).toBeTruthy()
  expect((await published()).index.themeColor).toBe('#1F3A5F')

  await press(user, '发布')
  const dialog = within(await screen.findByRole('dialog', { name: '发布到小程序' }))
  await waitFor(() =>
    expect(dialog.getByText('主题色').nextElementSibling?.textContent).toMatch(/1F3A5F.*AA3311/),
  )
  await user.click(dialog.getByRole('button', { name: '发布' }))
  expect(await screen.findByText('已发布')).toBeTruthy()
  const { index } = await published()
  expect(index.themeColor).toBe('#AA3311')
  expect(index.modules.map(({ key }) => key).slice(0, 3)).toEqual(['firmIntro', 'lawyers', 'professions'])
  expect(index.modules.some(({ key }) => key === 'video')).toBe(false)

  // Publishes a second time, so that there is an earlier version to restore.
  await user.click(await screen.findByRole('radio', { name: '深色' }))
  await press(user, '发布')
  await user.click(
    within(await screen.findByRole('dialog', { name: '发布到小程序' })).getByRole('button', { name: '发布' }),
  )
  await waitFor(async () => expect((await published()).index.navStyle).toBe(2))
  await press(user, '发布记录')
  const history = within(await screen.findByRole('dialog', { name: '发布记录' }))
  const [last] = await history.findAllByRole('button', { name: /^恢复/ })
  await user.click(last!)
  const question = within(await screen.findByRole('dialog', { name: '恢复历史版本' }))
  await waitFor(() =>
    expect(question.getByText('导航栏样式').nextElementSibling?.textContent).toMatch(/深色.*浅色|深浅色/),
  )
  await user.click(question.getByRole('button', { name: '恢复' }))
  await waitFor(async () => expect((await published()).index.navStyle).toBe(1))
})

test("selects and orders the fields of a card's header, with a live preview", async () => {
  const { user } = await openCard()
  await press(user, '添加执业证号')
  await press(user, '上移执业证号')
  const head = within(screen.getByRole('group', { name: /^名片头部字段/ }))
  await user.click(head.getByRole('button', { name: '移除手机' }))
  await press(user, '预览')
  const phone = within(await screen.findByRole('figure', { name: '小程序预览' }))
  expect(phone.queryByText(/138\*{4}/)).toBeNull()
  await user.click(await screen.findByRole('button', { name: '关闭' }))
  await press(user, '保存')
  expect(await screen.findByText('有未发布的草稿')).toBeTruthy()
  const draft = await (await app().as('admin')).call('firm.mpconf', { draft: 1 })
  expect(draft.card.headFields).toEqual(['name', 'position', 'office', 'email', 'licence', 'address'])
})

test('the history of publications stays open while a restore is running', async () => {
  const { user } = await openHome()
  const answer = Promise.withResolvers<void>()
  network.use(
    http.post('*/api/firm/mpconf', async ({ request }) => {
      const answered = app().app.fetch(request)
      await answer.promise
      return answered
    }),
  )
  await press(user, '上移推荐律师')
  await press(user, '发布')
  const dialog = within(await screen.findByRole('dialog', { name: '发布到小程序' }))
  await user.click(dialog.getByRole('button', { name: '发布' }))
  await press(user, '发布记录')
  const history = await screen.findByRole('dialog', { name: '发布记录' })
  answer.resolve()
  expect(await screen.findByText('已保存')).toBeTruthy()
  await within(history).findAllByText(/^发布$/)
  expect(screen.getByRole('dialog', { name: '发布记录' })).toBe(history)
})

test('reports an invalid field, and publishes nothing', async () => {
  const { user } = await openHome()
  for (const label of ['导航入口 4', '导航入口 3']) {
    const row = within(await screen.findByRole('listitem', { name: label }))
    await user.click(row.getByRole('button', { name: '删除' }))
  }
  await press(user, '发布')
  expect((await screen.findAllByText(/导航入口应为0、4、5、8、10项/)).length).toBeGreaterThan(0)
  expect(screen.queryByRole('dialog')).toBeNull()
})
