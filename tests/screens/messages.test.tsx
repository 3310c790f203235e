import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'

import { messages } from '../../server/db/tables.ts'
import { address, type Person, useClient } from '../support/client.ts'
import { disabledSelector } from '../support/screen.tsx'

const { app, network, visit, setViewport } = useClient()
const user = userEvent.setup()
const path = '/app/user/logs/msg'

type Letter = Partial<typeof messages.$inferInsert> & { title: string }

/** A user of the mock server who has exactly these messages, the newest first. */
const withMessages = async (account: string, letters: readonly Letter[]) => {
  const person = await app().asNew(account)
  const to = { firmId: 1, receiverType: person.population, receiverId: person.id }
  const rows = letters.map((letter, index) => ({
    ...to,
    type: 3 as const,
    level: 1 as const,
    status: 0 as const,
    content: `${letter.title}的内容`,
    createdAt: new Date(Date.UTC(2026, 0, 30 - index)),
    ...letter,
  }))
  await app().database.write(1, async db => {
    await db.delete(messages)
    if (rows.length > 0) await db.insert(messages).values(rows)
  })
  return person
}
const unreadOf = (person: Person) => person.call('logs.msg.count', { status: 0 })
const rows = () => within(screen.getByRole('list', { name: '站内信' })).getAllByRole('link')
const row = (title: string) => screen.findByRole('link', { name: new RegExp(title) })
const detail = () => within(screen.getByRole('region', { name: '站内信内容' }))
const bell = (name: string) => screen.findByRole('link', { name })

describe('opening a message', () => {
  test('shows it beside the list, marks it as read, and lowers the badge, also in other tabs', async () => {
    const person = await withMessages('13800000001', [{ title: '甲' }, { title: '乙' }])
    const broadcasts: unknown[] = []
    const tab = new BroadcastChannel('tenant-admin:messages')
    tab.addEventListener('message', ({ data }) => broadcasts.push(data))
    await visit(person, path)
    await bell('站内信，2条未读')
    await user.click(await row('甲'))
    expect(await detail().findByText('甲的内容')).toBeDefined()
    await bell('站内信，1条未读')
    expect(within(await row('甲')).queryByRole('img', { name: '未读' })).toBeNull()
    expect(within(await row('乙')).getByRole('img', { name: '未读' })).toBeDefined()
    await waitFor(async () => expect(await unreadOf(person)).toBe(1))
    await waitFor(() => expect(broadcasts.length).toBeGreaterThan(0))
    tab.close()
  })

  test('keeps it in the list of unread messages until the next visit', async () => {
    const person = await withMessages('13800000001', [{ title: '甲' }, { title: '乙' }])
    await visit(person, path)
    await row('甲')
    await user.click(await screen.findByRole('radio', { name: '未读' }))
    await waitFor(() => expect(address()).toContain('filter'))
    await waitFor(() => expect(document.querySelector('[aria-busy="true"]')).toBeNull())
    await user.click(await row('甲'))
    await bell('站内信，1条未读')
    expect(await row('甲')).toBeDefined()
    await user.click(await screen.findByRole('radio', { name: '全部' }))
    await screen.findByRole('radio', { name: '全部', checked: true })
    await user.click(await screen.findByRole('radio', { name: '未读' }))
    await waitFor(() => expect(rows().map(it => it.textContent)).toEqual([expect.stringContaining('乙')]))
  })

  test('works with arrow keys and Enter', async () => {
    const person = await withMessages('13800000001', [{ title: '甲' }, { title: '乙' }, { title: '丙' }])
    await visit(person, path)
    ;(await row('甲')).focus()
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}')
    expect(document.activeElement).toBe(await row('乙'))
    await user.keyboard('{End}')
    expect(document.activeElement).toBe(await row('丙'))
    await user.keyboard('{Enter}')
    expect(await detail().findByText('丙的内容')).toBeDefined()
    await waitFor(async () => expect(await unreadOf(person)).toBe(2))
  })

  test('links to the record, for addresses of the application only', async () => {
    const person = await withMessages('13800000001', [
      { title: '甲', link: '/app/user/dashboard', bizType: 'card', bizId: 1 },
      { title: '乙', link: 'https://elsewhere.example/' },
    ])
    await visit(person, path)
    await user.click(await row('甲'))
    const link = await detail().findByRole('link', { name: '查看名片' })
    expect(link.getAttribute('href')).toBe('/web/app/user/dashboard')
    await user.click(await row('乙'))
    await detail().findByText('乙的内容')
    expect(detail().queryByRole('link')).toBeNull()
  })

  test('replaces the list on a phone, and returns to it', async () => {
    setViewport(390)
    const person = await withMessages('13800000001', [{ title: '甲' }, { title: '乙' }])
    await visit(person, path)
    await user.click(await row('乙'))
    const title = await detail().findByRole('heading', { name: '乙' })
    await waitFor(() => expect(document.activeElement).toBe(title))
    expect(screen.queryByRole('link', { name: /甲/ })).toBeNull()
    await user.click(await screen.findByRole('link', { name: '返回列表' }))
    expect(document.activeElement).toBe(await row('乙'))
    expect(address()).toBe(path)
  })

  test("says that another user's message does not exist", async () => {
    const other = await withMessages('13800000002', [{ title: '他的' }])
    const [his] = (await other.call('messages.page', { pageNum: 1, pageSize: 10 })).records
    await visit(await app().asNew('13800000001'), `${path}?id=${his?.id}`)
    expect(await screen.findByRole('heading', { name: '这条记录不存在或已删除' })).toBeDefined()
    expect(screen.queryByText('他的的内容')).toBeNull()
    expect(await unreadOf(other)).toBe(1)
  })
})

describe('message list', () => {
  test('shows unread messages first, with counts by type', async () => {
    const person = await withMessages('admin', [
      { title: '读过', status: 1 },
      { title: '新公告', type: 7 },
      { title: '新审核', level: 2 },
    ])
    await visit(person, path)
    await row('读过')
    expect(rows().map(it => it.dataset['id'] && it.querySelector('.message-title')?.textContent)).toEqual([
      '新公告',
      '重要新审核',
      '读过',
    ])
    const types = within(screen.getByRole('group', { name: '类型' }))
    expect(await types.findByRole('button', { name: '全部，2条未读' })).toBeDefined()
    await user.click(types.getByRole('button', { name: '律所公告，1条未读' }))
    await waitFor(() => expect(rows()).toHaveLength(1))
  })

  test('marks all messages of a type as read, then all messages', async () => {
    const person = await withMessages('admin', [{ title: '公告', type: 7 }, { title: '甲' }, { title: '乙' }])
    await visit(person, path)
    await row('甲')
    await bell('站内信，3条未读')
    await user.click(await screen.findByRole('button', { name: '律所公告，1条未读' }))
    await user.click(await screen.findByRole('button', { name: '律所公告全部已读' }))
    await bell('站内信，2条未读')
    await user.click(await screen.findByRole('button', { name: '全部，2条未读' }))
    await user.click(await screen.findByRole('button', { name: '全部已读' }))
    await bell('站内信')
    expect(await unreadOf(person)).toBe(0)
    await waitFor(() => expect(screen.queryAllByRole('img', { name: '未读' })).toEqual([]))
    expect(screen.getByRole('button', { name: '全部已读' }).matches(disabledSelector)).toBe(true)
  })

  test('follows messages read in another tab', async () => {
    const person = await withMessages('admin', [{ title: '甲' }, { title: '乙' }])
    await visit(person, path)
    await row('甲')
    await bell('站内信，2条未读')
    await screen.findByRole('button', { name: '全部，2条未读' })
    await person.call('messages.readAll', {})
    const tab = new BroadcastChannel('tenant-admin:messages')
    tab.postMessage('changed')
    await waitFor(() => expect(screen.queryAllByRole('img', { name: '未读' })).toEqual([]))
    tab.close()
  })

  test('has several pages', async () => {
    const letters = Array.from({ length: 21 }, (_, index) => ({ title: `第${index + 1}封` }))
    await visit(await withMessages('admin', letters), path)
    await row('第1封')
    expect(rows()).toHaveLength(20)
    await user.click(await screen.findByRole('button', { name: '下一页' }))
    await waitFor(() => expect(rows()).toHaveLength(1))
  })

  test('says that it is empty', async () => {
    await visit(await withMessages('admin', []), path)
    expect(await screen.findByRole('heading', { name: '还没有站内信' })).toBeDefined()
    await user.click(await screen.findByRole('radio', { name: '未读' }))
    expect(await screen.findByRole('heading', { name: '没有未读的站内信' })).toBeDefined()
  })

  test('shows a loading error, and retries', async () => {
    const person = await withMessages('admin', [{ title: '甲' }])
    const body = { code: '4290', message: '操作过于频繁，请稍后再试', data: {}, requestId: 'R7' }
    network.use(http.get('*/api/message', () => HttpResponse.json(body), { once: true }))
    await visit(person, path)
    expect((await screen.findByRole('alert')).textContent).toContain('请求号 R7')
    await user.click(await screen.findByRole('button', { name: '重试' }))
    expect(await row('甲')).toBeDefined()
  })
})
