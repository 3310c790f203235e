import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'

import { lawyers } from '../../resources/lawyers/index.ts'
import { useServer } from '../support/screen.tsx'

const { app, open: openScreen } = useServer()
const open = (account = 'admin') => openScreen(account, lawyers, '/app/lawyer')
const rowOf = (name: string) => screen.findByRole('row', { name: new RegExp(name) })

const choose = async (user: Awaited<ReturnType<typeof open>>['user'], name: string, label: string) => {
  await user.click(within(await rowOf(name)).getByRole('button', { name: `${name}的更多操作` }))
  await user.click(await screen.findByRole('menuitem', { name: label }))
}

describe('actions', () => {
  test('tabs show the number of records per state', async () => {
    const { user } = await open()
    const tab = await screen.findByRole('button', { name: /^正常/ })
    await waitFor(() => expect(tab.textContent).toMatch(/^正常\d+$/))
    await user.click(tab)
    await waitFor(() => expect(tab.getAttribute('aria-pressed')).toBe('true'))
    expect(await rowOf('吴律师')).toBeTruthy()
  })

  test('shows a secret once, in a dialog that has to be answered', async () => {
    const { user } = await open()
    await choose(user, '吴律师', '重置密码')
    const question = await screen.findByRole('dialog', { name: '重置密码“吴律师”' })
    expect(question.textContent).toContain('须重新登录并修改密码')
    await user.click(within(question).getByRole('button', { name: '重置密码' }))
    const passwordDialog = await screen.findByRole('dialog', { name: '初始密码' })
    expect(passwordDialog.querySelector('code')?.textContent).toMatch(/^\S{10,}$/)
    expect(within(passwordDialog).queryByRole('button', { name: '关闭' })).toBeNull()
    await user.click(within(passwordDialog).getByRole('button', { name: '已保存，关闭' }))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('shows an initial password whose text message is pending, and no other action', async () => {
    const { call } = await app().as('admin')
    const settings = await call('loginRegSet.get')
    const { version } = await call('loginRegSet.update', { ...settings, initialPwdMode: 2 })
    const { user } = await open()
    await choose(user, '吴律师', '重置密码')
    const question = await screen.findByRole('dialog', { name: '重置密码“吴律师”' })
    await user.click(within(question).getByRole('button', { name: '重置密码' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await call('loginRegSet.update', { ...settings, version })
    await choose(user, '吴律师', '显示初始密码')
    const showing = await screen.findByRole('dialog', { name: '显示初始密码“吴律师”' })
    await user.click(within(showing).getByRole('button', { name: '显示初始密码' }))
    const passwordDialog = await screen.findByRole('dialog', { name: '初始密码' })
    expect(passwordDialog.querySelector('code')?.textContent).toMatch(/^\S{10,}$/)
    await user.click(within(passwordDialog).getByRole('button', { name: '已保存，关闭' }))
    await app().runJobs()
  })

  test('keep a typed reason when their dialog is closed, for this record and action alone', async () => {
    const { user } = await open()
    const ask = async (name: string) => {
      await choose(user, name, '移入回收站')
      const dialog = within(await screen.findByRole('dialog', { name: new RegExp(name) }))
      return { dialog, close: () => user.click(dialog.getByRole('button', { name: '取消' })) }
    }
    const first = await ask('郑律师')
    await user.type(first.dialog.getByRole('textbox', { name: /^原因/ }), '材料未齐')
    await first.close()
    const other = await ask('吴律师')
    expect(other.dialog.queryByRole('button', { name: '恢复' })).toBeNull()
    await other.close()
    const again = await ask('郑律师')
    const reason = again.dialog.getByRole<HTMLTextAreaElement>('textbox', { name: /^原因/ })
    expect(reason.value).toBe('')
    await user.click(again.dialog.getByRole('button', { name: '恢复' }))
    expect(reason.value).toBe('材料未齐')
    await user.clear(reason)
    await again.close()
    const last = await ask('郑律师')
    expect(last.dialog.queryByRole('button', { name: '恢复' })).toBeNull()
    await last.close()
  })

  test('asks for the reason that a right demands, and the log contains it', async () => {
    const { user } = await open()
    await choose(user, '郑律师', '移入回收站')
    const dialog = await screen.findByRole('dialog', { name: '移入回收站“郑律师”' })
    const confirm = within(dialog).getByRole('button', { name: '移入回收站' })
    await user.click(confirm)
    expect(await within(dialog).findByText('请填写原因（2-200字）')).toBeTruthy()
    await user.type(within(dialog).getByRole('textbox', { name: /^原因/ }), '已经离职')
    await user.click(confirm)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(screen.queryByRole('row', { name: /郑律师/ })).toBeNull())
    const { call } = await app().as('admin')
    const { records } = await call('logs.getAdminLogPageList')
    expect(records.some(it => it.reason === '已经离职')).toBe(true)
  })

  test('reveals a masked number in its row only, for users with the right', async () => {
    const { user } = await open()
    const row = await rowOf('吴律师')
    expect(row.textContent).toContain('138****0001')
    await user.click(within(row).getByRole('button', { name: '显示138****0001的完整号码' }))
    await waitFor(async () => expect((await rowOf('吴律师')).textContent).toContain('13800000001'))
    expect((await rowOf('王律师')).textContent).toContain('138****0003')
  })
})

describe('what was done', () => {
  const state = async (name: string) => {
    const { records } = await (await app().as('admin')).call('lawyers.pageList', { keyword: name })
    return records[0]!.status
  }

  test('is said with the way back, which restores the former state', async () => {
    const { user } = await open()
    await choose(user, '王律师', '停用')
    const dialog = await screen.findByRole('dialog', { name: '停用“王律师”' })
    await user.type(within(dialog).getByRole('textbox', { name: /停用原因/ }), '长期休假')
    await user.click(within(dialog).getByRole('button', { name: '停用' }))
    const notice = await screen.findByText(/^已完成：停用“王律师”/)
    expect(await state('王律师')).toBe(3)
    await user.click(within(notice).getByRole('button', { name: '撤销' }))
    const asking = await screen.findByRole('dialog', { name: '启用“王律师”' })
    await user.type(within(asking).getByRole('textbox', { name: /原因/ }), '停用有误')
    await user.click(within(asking).getByRole('button', { name: '启用' }))
    await screen.findByText(/^已完成：启用“王律师”/)
    expect(await state('王律师')).toBe(1)
  })
})

describe('a row', () => {
  test('renders only the row whose box is ticked', async () => {
    let drawn = 0
    const counted = {
      ...lawyers,
      get title() {
        drawn += 1
        return 'name' as const
      },
    }
    const { user } = await openScreen('admin', counted, '/app/lawyer')
    const row = await rowOf('吴律师')
    const others = screen.getAllByRole('row').length
    expect(others).toBeGreaterThan(2)
    drawn = 0
    await user.click(within(row).getByRole('checkbox'))
    await waitFor(() => expect(screen.getByText('已选 1 项')).toBeTruthy())
    // Two calls: the checkbox and the picture of one row both read its title. Two rows would make four.
    expect(drawn).toBe(2)
  })
})
