import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'

import { cards } from '../../resources/cards/index.ts'
import { cardRevisions, cards as rows, messages } from '../../server/db/tables.ts'
import { type CardFields, prepareCards, submitCard, submitChange } from '../support/cards.ts'
import { disabledSelector, useServer } from '../support/screen.tsx'

const { app, open } = useServer()
const lawyer = '13800000002'
let needed: CardFields
beforeAll(async () => void (needed = await prepareCards(app())))
beforeEach(() =>
  app().database.write(1, async db => {
    await db.delete(cardRevisions)
    await db.delete(rows)
    await db.delete(messages)
  }),
)

const openCard = (id: number, account = 'branch') => open(account, cards, `/app/card/detail/${id}`)
const read = async (id: number) => (await app().as('admin')).call('cards.cardInfo', { id })
const change = { intro: '<p>处理公司诉讼。</p><p>熟悉国际仲裁。</p>', slogan: '先看合同' }

/** Ends the time in which a decision can be taken back. */
const sendNow = async (user: { keyboard: (keys: string) => Promise<void> }) => {
  await screen.findByText(/，10 秒内可以撤销$/)
  await user.keyboard('{Escape}')
}

const markedTexts = (element: HTMLElement, mark: 'ins' | 'del') =>
  Array.from(element.querySelectorAll(mark), it => it.textContent)

test('marks the changed words', async () => {
  const { id } = await submitChange(app(), lawyer, needed, change)
  await openCard(id)
  const intro = await screen.findByRole('region', { name: '个人简介' })
  await waitFor(() => expect(markedTexts(intro, 'ins')).toEqual(['国际']))
  expect(markedTexts(intro, 'del')).toEqual([])
  const slogan = await screen.findByRole('region', { name: '个人签名' })
  await waitFor(() => expect(markedTexts(slogan, 'ins')).toEqual(['先看合同']))
  expect(await screen.findByText('2 项修改待审核')).toBeTruthy()
  expect(screen.queryByRole('region', { name: '职位' })).toBeNull()
  expect(await screen.findByText(/^未改动的 \d+ 项$/)).toBeTruthy()
})

test('quotes findings of the advertising rules with advice and legal basis', async () => {
  const { id } = await submitChange(app(), lawyer, needed, { slogan: '包赢官司' })
  await openCard(id)
  const findings = within(await screen.findByRole('region', { name: '推广合规提示' }))
  expect(findings.getByText('包赢')).toBeTruthy()
  expect(findings.getByText('高风险')).toBeTruthy()
  expect(findings.getByText('请删去对结果的承诺、胜诉率和标的额')).toBeTruthy()
  expect(findings.getByText(/《律师业务推广行为规则（试行）》第十条/)).toBeTruthy()
})

test('ignores a finding with a reason, and restores it', async () => {
  const { id } = await submitChange(app(), lawyer, needed, { slogan: '包赢官司' })
  const { user } = await openCard(id)
  const findings = within(await screen.findByRole('region', { name: '推广合规提示' }))
  await user.click(findings.getByRole('button', { name: '忽略：个人签名包赢' }))
  const dialog = within(await screen.findByRole('dialog', { name: '忽略推广合规提示' }))
  await user.click(dialog.getByRole('button', { name: '忽略' }))
  expect((await dialog.findAllByText('请填写原因（2-200字）')).length).toBeGreaterThan(0)
  await user.type(dialog.getByRole('textbox', { name: /^忽略原因/ }), '系引用的书名')
  await user.click(dialog.getByRole('button', { name: '忽略' }))
  expect(await findings.findByText(/忽略：系引用的书名/)).toBeTruthy()
  expect((await read(id)).findings).toMatchObject([{ ignored: { reason: '系引用的书名' } }])
  await user.click(findings.getByRole('button', { name: '恢复提示：个人签名包赢' }))
  expect(await findings.findByText('高风险')).toBeTruthy()
  expect((await read(id)).findings?.[0]?.ignored).toBeUndefined()
})

test('shows the same findings to an administrator who edits the card, and ignores one there', async () => {
  const { id } = await submitChange(app(), lawyer, needed, { slogan: '包赢官司' })
  const { user } = await open('admin', cards, `/app/card/edit/${id}`)
  const findings = within(await screen.findByRole('region', { name: '推广合规提示' }))
  await user.type(await screen.findByRole('textbox', { name: /^个人签名/ }), '正在改')
  await user.click(findings.getByRole('button', { name: '忽略：个人签名包赢' }))
  const dialog = within(await screen.findByRole('dialog', { name: '忽略推广合规提示' }))
  await user.type(dialog.getByRole('textbox', { name: /^忽略原因/ }), '系引用的书名')
  await user.click(dialog.getByRole('button', { name: '忽略' }))
  expect(await findings.findByText(/忽略：系引用的书名/)).toBeTruthy()
  expect((await read(id)).findings).toMatchObject([{ ignored: { reason: '系引用的书名' } }])
  // Text that is being typed is kept.
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^个人签名/ }).value).toContain('正在改')
})

test("the administrator's form shows how much of each section is filled in, and collapses sections", async () => {
  const { id } = await submitChange(app(), lawyer, needed, change)
  const { user } = await open('admin', cards, `/app/card/edit/${id}`)
  const list = within(await screen.findByRole('navigation', { name: '表单分区' }))
  const [title] = Object.keys(cards.form)
  expect(list.getByRole('link', { name: title! })).toBeTruthy()
  const fold = screen.getByRole('button', { name: new RegExp(`^${title} *已填 [1-9]\\d*/\\d+$`) })
  expect(fold.getAttribute('aria-expanded')).toBe('true')
  await user.click(fold)
  expect(fold.getAttribute('aria-expanded')).toBe('false')
})

test('corrects a field in place and publishes the correction with the approval', async () => {
  const { id } = await submitChange(app(), lawyer, needed, change)
  const { user } = await openCard(id)
  await user.click(await screen.findByRole('button', { name: '更正个人签名' }))
  const input = await screen.findByRole('textbox', { name: /个人签名/ })
  await user.clear(input)
  await user.type(input, '细读合同')
  await user.click(await screen.findByRole('button', { name: '采用更正' }))
  expect(await screen.findByText('已更正')).toBeTruthy()
  expect((await read(id)).auditStatus).toBe(1)
  await user.click(await screen.findByRole('button', { name: '更正并通过' }))
  await sendNow(user)
  await waitFor(async () => expect((await read(id)).auditStatus).toBe(2))
  expect((await read(id)).published).toMatchObject({ slogan: '细读合同', intro: change.intro })
  await waitFor(() => expect(screen.queryByText('2 项修改待审核')).toBeNull())
  const inbox = await (await app().as(lawyer)).call('messages.page', {})
  expect(inbox.records[0]?.content).toContain('更正了：个人签名')
})

test('an approval can be taken back, as on the desk and in a selection, and is sent once', async () => {
  const { id } = await submitChange(app(), lawyer, needed, change)
  const { user } = await openCard(id)
  await user.click(await screen.findByRole('button', { name: '通过' }))
  const notice = await screen.findByText(/^即将通过“.*”，10 秒内可以撤销$/)
  for (const name of ['通过', '驳回'])
    expect(screen.getByRole('button', { name }).matches(disabledSelector)).toBe(true)
  // The pressed one keeps the focus, and does nothing a second time.
  const pass = screen.getByRole('button', { name: '通过' })
  expect(document.activeElement).toBe(pass)
  await user.click(pass)
  expect((await read(id)).auditStatus).toBe(1)
  await user.click(
    within(notice.closest<HTMLElement>('[role="alert"]')!).getByRole('button', { name: '撤销' }),
  )
  await waitFor(() =>
    expect(screen.getByRole('button', { name: '通过' }).matches(disabledSelector)).toBe(false),
  )
  expect((await read(id)).auditStatus).toBe(1)
  await user.click(screen.getByRole('button', { name: '通过' }))
  await sendNow(user)
  await waitFor(async () => expect((await read(id)).auditStatus).toBe(2))
})

test('prevents a decision while a correction is being typed', async () => {
  const { id } = await submitChange(app(), lawyer, needed, change)
  const { user } = await openCard(id)
  await user.click(await screen.findByRole('button', { name: '更正个人签名' }))
  await user.type(await screen.findByRole('textbox', { name: /个人签名/ }), '再')
  expect(await screen.findByText('请先采用或取消正在填写的更正')).toBeTruthy()
  for (const name of ['通过', '驳回'])
    expect(screen.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(true)
  await user.click(await screen.findByRole('button', { name: '取消' }))
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '通过' }).disabled).toBe(false)
})

test('keeps a cancelled correction under the kind of its record, since other kinds have the same ids', async () => {
  const { id } = await submitChange(app(), lawyer, needed, change)
  const { user } = await openCard(id)
  await user.click(await screen.findByRole('button', { name: '更正个人签名' }))
  await user.type(await screen.findByRole('textbox', { name: /个人签名/ }), '再')
  await user.click(await screen.findByRole('button', { name: '取消' }))
  const names = Object.keys(sessionStorage).filter(it => it.includes(':draft:'))
  expect(names).toEqual([expect.stringContaining(`:correction card ${id} slogan`)])
  await user.click(await screen.findByRole('button', { name: '更正个人签名' }))
  await user.click(await screen.findByRole('button', { name: '恢复' }))
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: /个人签名/ })).value).toContain('再')
})

test('A approves, except while typing', async () => {
  const { id } = await submitChange(app(), lawyer, needed, change)
  const { user } = await openCard(id)
  await user.click(await screen.findByRole('button', { name: '更正个人签名' }))
  await user.type(await screen.findByRole('textbox', { name: /个人签名/ }), 'a')
  expect((await read(id)).auditStatus).toBe(1)
  await user.click(await screen.findByRole('button', { name: '取消' }))
  await user.keyboard('a')
  await sendNow(user)
  await waitFor(async () => expect((await read(id)).auditStatus).toBe(2))
})

test('R asks for reasons, in general and per field', async () => {
  const { id } = await submitChange(app(), lawyer, needed, change)
  const { user } = await openCard(id)
  await screen.findByText('2 项修改待审核')
  await user.keyboard('r')
  const dialog = await screen.findByRole('dialog', { name: /驳回/ })
  await user.click(within(dialog).getByRole('button', { name: '驳回' }))
  expect(within(dialog).getByText('请填写原因（2-200字）')).toBeTruthy()
  await user.click(within(dialog).getByRole('button', { name: '含绝对化用语' }))
  await user.type(within(dialog).getByRole('textbox', { name: '个人签名' }), '请换一句')
  await user.click(within(dialog).getByRole('button', { name: '驳回' }))
  await waitFor(async () =>
    expect(await read(id)).toMatchObject({
      auditStatus: 3,
      auditReason: '含绝对化用语',
      auditItems: [{ field: 'slogan', reason: '请换一句' }],
    }),
  )
})

test('a link from a message asks for the reason at once', async () => {
  const { id } = await submitChange(app(), lawyer, needed, change)
  await open('branch', cards, `/app/card/detail/${id}?action=reject`)
  expect(await screen.findByRole('dialog', { name: /驳回/ })).toBeTruthy()
  expect((await read(id)).auditStatus).toBe(1)
})

test('shows all fields of a first publication', async () => {
  const { id } = await submitCard(app(), lawyer, needed)
  const { user } = await openCard(id)
  expect(await screen.findByText('首次发布，以下为全部内容')).toBeTruthy()
  const mobile = () => screen.getByRole('region', { name: '手机' })
  expect(mobile().textContent).toContain('138****0002')
  await user.click(within(mobile()).getByRole('button', { name: '显示138****0002的完整号码' }))
  await waitFor(() => expect(mobile().textContent).toContain(lawyer))
  expect(screen.queryByText('已发布')).toBeNull()
})

test('shows the decision of a reviewer who was faster', async () => {
  const { id, version } = await submitChange(app(), lawyer, needed, change)
  const { user } = await openCard(id)
  await screen.findByText('2 项修改待审核')
  await (await app().as('admin')).call('cards.adminAuditCard', { id, version, auditStatus: 2 })
  await user.click(await screen.findByRole('button', { name: '通过' }))
  await sendNow(user)
  expect(await screen.findByText('当前状态不允许此操作')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('2 项修改待审核')).toBeNull())
})

test('hides the decision from users without the right', async () => {
  const { id } = await submitChange(app(), lawyer, needed, change)
  await openCard(id, 'system')
  await screen.findByText('2 项修改待审核')
  expect(screen.queryByRole('button', { name: '通过' })).toBeNull()
  expect(screen.queryByRole('button', { name: '更正个人签名' })).toBeNull()
  fireEvent.keyDown(window, { key: 'a' })
  expect((await read(id)).auditStatus).toBe(1)
})

test('resolves an edit conflict field by field without losing typed values', async () => {
  const { id, version } = await submitCard(app(), lawyer, needed)
  const { user, router } = await open('branch', cards, `/app/card/edit/${id}`)
  const slogan = await screen.findByRole<HTMLInputElement>('textbox', { name: /^个人签名/ })
  await user.type(slogan, '东所的签名')
  await user.type(await screen.findByRole('textbox', { name: /^微信号/ }), 'lawyer_zheng')
  const second = await app().asNew('admin')
  await second.call('cards.update', {
    id,
    version,
    slogan: '总所的签名',
    email: 'zheng@example.com',
    publish: 0,
  })
  await user.click(screen.getByRole('button', { name: '保存' }))

  const dialog = within(await screen.findByRole('dialog', { name: '内容已被他人修改' }))
  const choice = within(dialog.getByRole('group', { name: '个人签名' }))
  expect(choice.getByText('东所的签名')).toBeTruthy()
  expect(choice.getByText('总所的签名')).toBeTruthy()
  expect(slogan.value).toBe('东所的签名')
  await user.click(dialog.getByRole('button', { name: '按以上选择保存' }))
  await waitFor(() => expect(router.state.location.pathname).toBe(`/app/card/detail/${id}`))
  expect(await read(id)).toMatchObject({
    slogan: '东所的签名',
    wechatNo: 'lawyer_zheng',
    email: 'zheng@example.com',
  })
})

test('restores an earlier version', async () => {
  const { id, version } = await submitChange(app(), lawyer, needed, change)
  await (await app().as('admin')).call('cards.adminAuditCard', { id, version, auditStatus: 2 })
  const { user } = await openCard(id)
  const earlier = await screen.findAllByRole('button', { name: /^恢复 .* 的版本$/ })
  await user.click(earlier.at(-1)!)
  const dialog = await screen.findByRole('dialog', { name: '恢复历史版本' })
  await user.click(await within(dialog).findByRole('button', { name: '恢复' }))
  await waitFor(async () => expect((await read(id)).published).not.toHaveProperty('slogan'))
})

test('asks whether editing a waiting card also approves it', async () => {
  const { id } = await submitChange(app(), lawyer, needed, change)
  const { user, router } = await open('branch', cards, `/app/card/edit/${id}`)
  const team = await screen.findByRole('textbox', { name: /^团队/ })
  await user.type(team, '诉讼部')
  await user.click(await screen.findByRole('radio', { name: '修改并通过' }))
  await user.click(await screen.findByRole('button', { name: '保存' }))
  await waitFor(() => expect(router.state.location.pathname).toBe(`/app/card/detail/${id}`))
  expect(await read(id)).toMatchObject({
    auditStatus: 2,
    published: { team: '诉讼部', slogan: '先看合同' },
  })
})
