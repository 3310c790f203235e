import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'

import { announcements } from '../../resources/announcements.ts'
import { messages } from '../../resources/messages.ts'
import { useServer } from '../support/screen.tsx'

const { app, network, open } = useServer()
const list = '/app/user/logs/msg/announce'
const create = `${list}/create`

const writeAnnouncement = async (user: Awaited<ReturnType<typeof open>>['user'], title: string) => {
  await user.type(await screen.findByRole('textbox', { name: /^标题/ }), title)
  await user.type(await screen.findByRole('textbox', { name: /^内容/ }), '周六停电。')
}
const publish = () => screen.getByRole('button', { name: '发布' })

describe('发布公告', () => {
  test('counts the recipients, asks for confirmation, and shows who has read the announcement', async () => {
    const { user, router } = await open('admin', announcements, create)
    await writeAnnouncement(user, '停电通知')
    expect(await screen.findByText('将发给 7 人，不含您本人。')).toBeTruthy()
    await user.click(publish())
    const dialog = await screen.findByRole('dialog', { name: '发布公告' })
    expect(dialog.textContent).toContain('“停电通知”将发给 7 人，发出后不能撤回')
    await user.click(within(dialog).getByRole('button', { name: '确认发布' }))
    await waitFor(() => expect(router.state.location.pathname).toMatch(/announce\/\d+$/))
    expect(await screen.findByText('0/7 已读')).toBeTruthy()
    expect(await screen.findByRole('row', { name: /吴律师/ })).toBeTruthy()
  })

  test('asks for confirmation after a double click, and stays open when a text selection ends outside', async () => {
    const { user } = await open('admin', announcements, create)
    await writeAnnouncement(user, '停电通知')
    await user.click(publish())
    const dialog = await screen.findByRole('dialog', { name: '发布公告' })
    const surroundings = dialog.parentElement!
    // The second click of a double click can land beside the dialog that the first one opened.
    fireEvent.mouseDown(surroundings)
    fireEvent.click(surroundings, { detail: 2 })
    // When a text selection ends outside the dialog, the browser reports a click on the common ancestor.
    fireEvent.mouseDown(within(dialog).getByText(/发出后不能撤回/))
    fireEvent.click(surroundings, { detail: 1 })
    expect(await screen.findByRole('dialog', { name: '发布公告' })).toBeTruthy()
    fireEvent.mouseDown(surroundings)
    fireEvent.click(surroundings, { detail: 1 })
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('finds chosen people by pinyin, and requires at least one', async () => {
    const { user } = await open('branch', announcements, create)
    await writeAnnouncement(user, '分所会议')
    expect(await screen.findByText('您可以发给东所的人员。')).toBeTruthy()
    await user.click(await screen.findByRole('radio', { name: '指定人员' }))
    expect(await screen.findByText('选择后显示收件人数。')).toBeTruthy()
    await user.type(await screen.findByRole('combobox', { name: /^律师/ }), 'zheng')
    await user.click(await screen.findByRole('option', { name: /郑律师/ }))
    expect(await screen.findByText('将发给 1 人，不含您本人。')).toBeTruthy()
  })

  test('shows matching people that are already loaded while searching for others', async () => {
    const { user } = await open('admin', announcements, create, () =>
      network.use(
        // The server never answers a search in this test.
        http.get('*/api/lawyer/pageList', ({ request }) =>
          new URL(request.url).searchParams.get('keyword') ? new Promise<never>(() => {}) : undefined,
        ),
      ),
    )
    await user.click(await screen.findByRole('radio', { name: '指定人员' }))
    const box = await screen.findByRole('combobox', { name: /^律师/ })
    await user.click(box)
    await waitFor(() => expect(screen.getAllByRole('option').length).toBeGreaterThan(1))
    await user.type(box, 'zheng')
    await waitFor(() =>
      expect(screen.getAllByRole('option').map(it => it.textContent)).toEqual([
        expect.stringContaining('郑律师'),
      ]),
    )
    await user.type(box, 'xyz')
    expect(await screen.findByText('加载中…')).toBeTruthy()
  })

  test('keeps what was written when the server refuses the announcement', async () => {
    const { user } = await open('admin', announcements, create, () =>
      network.use(
        http.post('*/api/message/announce', () =>
          HttpResponse.json(
            { code: '5030', message: '数据库暂不可用', data: {}, requestId: 'R' },
            { status: 503 },
          ),
        ),
      ),
    )
    await writeAnnouncement(user, '停电通知')
    await user.click(publish())
    await user.click(await screen.findByRole('button', { name: '确认发布' }))
    expect(await screen.findByText(/没有发布：数据库暂不可用/)).toBeTruthy()
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^标题/ }).value).toBe('停电通知')
  })

  test('keeps an unsent announcement when the page is closed, and offers it again', async () => {
    const keys = () => Object.keys(sessionStorage).filter(key => key.includes(':draft:'))
    const first = await open('branch', announcements, create)
    await writeAnnouncement(first.user, '停电通知')
    await first.user.click(await screen.findByRole('radio', { name: '指定人员' }))
    await first.user.type(await screen.findByRole('combobox', { name: /^律师/ }), 'zheng')
    await first.user.click(await screen.findByRole('option', { name: /郑律师/ }))
    await waitFor(() => expect(JSON.stringify({ ...sessionStorage })).toContain('lawyerIds'))
    first.close()
    expect(keys()).toHaveLength(1)

    const { user } = await open('branch', announcements, create)
    expect(await screen.findByText(/恢复未保存的内容/)).toBeTruthy()
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^标题/ }).value).toBe('')
    await user.click(screen.getByRole('button', { name: '恢复' }))
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^标题/ }).value).toBe('停电通知')
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^内容/ }).value).toBe('周六停电。')
    expect(await screen.findByText('将发给 1 人，不含您本人。')).toBeTruthy()
    await user.click(publish())
    await user.click(await screen.findByRole('button', { name: '确认发布' }))
    await waitFor(() => expect(keys()).toHaveLength(0))
  })

  test('links to announcements from the messages page for users with the right', async () => {
    await open('admin', messages, '/app/user/logs/msg')
    expect((await screen.findByRole('link', { name: '律所公告' })).getAttribute('href')).toBe(list)
  })

  test.each(['branch2', '13800000001'])('is hidden from %s', async account => {
    await open(account, messages, '/app/user/logs/msg')
    await screen.findByRole('button', { name: '全部已读' })
    expect(screen.queryByRole('link', { name: '律所公告' })).toBeNull()
    await expect((await app().as(account)).call('announcements.page')).rejects.toMatchObject({ code: '4030' })
  })
})
