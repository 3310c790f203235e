import { screen, waitFor, within } from '@testing-library/react'
import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { undoMilliseconds } from '../../providers/decisions.ts'
import { additions } from '../../resources/index.ts'
import { reviews } from '../../resources/reviews.ts'
import { cardReview } from '../../resources/settings/cardReview.ts'
import {
  articleRevisions,
  articles,
  cardRevisions,
  cards,
  lawyers,
  messages,
} from '../../server/db/tables.ts'
import { submitCard, submitChange } from '../support/cards.ts'
import { useServer } from '../support/screen.tsx'
import { setStage, type Stage } from '../support/stage.ts'

const { app, open } = useServer()
const lawyerOfEast = '13800000002'
let stage: Stage
beforeAll(async () => void (stage = await setStage(app(), { office: '东所', admin: 'branch' })))
beforeEach(async () => {
  // Real time passes, and tests can also skip the ten seconds in which a decision can be undone.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  await app().database.write(1, async db => {
    for (const table of [cardRevisions, cards, articleRevisions, articles]) await db.delete(table)
    await db.update(lawyers).set({ status: 1 })
  })
})
afterEach(() => void vi.useRealTimers())

const openDesk = (account = 'branch', served = additions) =>
  open(account, reviews, '/app/card/review', () => {}, served)
const pass = () => vi.advanceTimersByTimeAsync(undoMilliseconds)
const heading = (name: string) => screen.findByRole('heading', { level: 2, name })
const announcedText = () =>
  screen
    .getAllByRole('status')
    .map(it => it.textContent)
    .join()

const admin = () => app().as('admin')
const readCard = async (id: number) => (await admin()).call('cards.cardInfo', { id })
const readArticle = async (articleId: number) => (await admin()).call('articles.one', { articleId })
const readLawyer = async (id: number) => (await admin()).call('lawyers.lawyerInfo', { id })

/** Submits a changed signature of 郑律师, the only pending change of that card. */
const waitingCard = () => submitChange(app(), lawyerOfEast, stage.needed, { slogan: '先看合同' })

test('decides a registration, a card and an article with shortcuts, and sends them after the delay', async () => {
  const registration = await stage.lawyer(0)
  const card = await waitingCard()
  const article = await stage.waiting()
  const { user } = await openDesk()
  await heading('样本律师')
  const queue = within(screen.getByRole('list', { name: '待审队列' }))
  expect(queue.getAllByRole('listitem')).toHaveLength(3)
  await user.keyboard('a')
  await heading('郑律师')
  // A screen reader announces what was done and what comes next, and the focus moves there.
  expect(announcedText()).toContain('已通过“样本律师”，10秒内按 Z 可撤销。下一项是“郑律师”，还有 2 项')
  expect(document.activeElement).toBe(await heading('郑律师'))
  await user.keyboard('a')
  await heading('股东出资期限的实务问题')
  await user.keyboard('r')
  const dialog = await screen.findByRole('dialog', { name: /^驳回/ })
  await waitFor(() => expect(document.activeElement?.tagName).toBe('TEXTAREA'))
  const usual = within(within(dialog).getByRole('group', { name: '常用原因' }))
  expect(await usual.findByRole('button', { name: '未隐去当事人信息' })).toBeTruthy()
  expect(usual.queryByRole('button', { name: '头像不符合要求' })).toBeNull()
  await user.keyboard('请补充出处{Control>}{Enter}{/Control}')
  await waitFor(() => expect(dialog.isConnected).toBe(false))
  await screen.findByText('没有待审核的事项')
  expect((await readLawyer(registration.id)).status).toBe(0)
  expect((await readCard(card.id)).auditStatus).toBe(1)
  expect((await readArticle(article.articleId)).status).toBe(1)
  await pass()
  await waitFor(async () => expect((await readLawyer(registration.id)).status).toBe(1))
  await waitFor(async () => expect((await readCard(card.id)).auditStatus).toBe(2))
  await waitFor(async () =>
    expect(await readArticle(article.articleId)).toMatchObject({ status: 3, refuseReason: '请补充出处' }),
  )
  await waitFor(() => expect(screen.queryByRole('region', { name: '可撤销的决定' })).toBeNull())
})

test('twenty cards are cleared by keyboard alone, each with its log row and its message; an undone decision sends none', async () => {
  const made: { id: number; lawyerId: number }[] = []
  for (let count = 0; count < 20; count++) made.push(await stage.submittedCard())
  await app().database.write(1, db => db.delete(messages))
  const { user } = await openDesk()
  const left = () => within(screen.getByRole('list', { name: '待审队列' })).queryAllByRole('listitem').length
  await heading('样本律师')
  await waitFor(() => expect(left()).toBe(20))
  await user.keyboard('a')
  await waitFor(() => expect(left()).toBe(19))
  await user.keyboard('z')
  await waitFor(() => expect(left()).toBe(20))
  await pass()
  const told = () =>
    app().database.read(1, db => db.select().from(messages).where(eq(messages.receiverType, 2)))
  expect(await told()).toEqual([])
  for (let count = 19; count >= 0; count--) {
    await user.keyboard('a')
    if (count > 0) await waitFor(() => expect(left()).toBe(count))
  }
  await screen.findByText('没有待审核的事项')
  await pass()
  await waitFor(async () => expect(await told()).toHaveLength(20))
  const ids = (list: readonly (number | null)[]) => list.toSorted((a, b) => Number(a) - Number(b))
  expect(ids((await told()).map(it => it.receiverId))).toEqual(ids(made.map(it => it.lawyerId)))
  const { records } = await (
    await admin()
  ).call('logs.getAdminLogPageList', { action: ['approve'], pageSize: 200 })
  const approved = records.map(it => it.targetId).filter(id => made.some(it => it.id === id))
  expect(ids(approved)).toEqual(ids(made.map(it => it.id)))
})

test('J and K move through the queue, and the help dialog switches them off', async () => {
  await stage.lawyer(0)
  await waitingCard()
  const { user } = await openDesk()
  await heading('样本律师')
  await user.keyboard('j')
  await heading('郑律师')
  await user.keyboard('j')
  expect(announcedText()).toContain('已经是最后一项')
  await user.keyboard('k')
  await heading('样本律师')
  await user.click(screen.getByRole('button', { name: '快捷键 ?' }))
  const help = within(await screen.findByRole('dialog', { name: '快捷键' }))
  await user.click(help.getByRole('switch', { name: '启用单键快捷键' }))
  await user.click(help.getByRole('button', { name: '关闭' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.keyboard('ja')
  await heading('样本律师')
  expect(screen.queryByRole('region', { name: '可撤销的决定' })).toBeNull()
})

test('undoes a decision before it is sent, and restores the typed reason', async () => {
  const { id } = await waitingCard()
  const { user } = await openDesk()
  await heading('郑律师')
  await user.keyboard('r')
  await user.click(await screen.findByRole('button', { name: '含绝对化用语' }))
  await user.type(screen.getByRole('textbox', { name: '个人签名' }), '请换一句')
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: '驳回' }))
  await screen.findByText('没有待审核的事项')
  await user.click(screen.getByRole('button', { name: '撤销：驳回“郑律师”' }))
  await heading('郑律师')
  await pass()
  expect((await readCard(id)).auditStatus).toBe(1)
  await user.keyboard('r')
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByRole<HTMLTextAreaElement>('textbox', { name: /^驳回原因/ }).value).toBe('含绝对化用语')
  await user.click(dialog.getByRole('button', { name: '驳回' }))
  await screen.findByText('没有待审核的事项')
  await user.keyboard('z')
  await heading('郑律师')
  expect(announcedText()).toContain('已撤销：驳回“郑律师”')
})

test('sends corrections together with the approval, for each kind', async () => {
  const registration = await stage.lawyer(0)
  const card = await waitingCard()
  const article = await stage.waiting()
  const { user } = await openDesk()
  const correct = async (label: string, text: string) => {
    const input = await screen.findByRole('textbox', { name: new RegExp(`^${label}`) })
    await waitFor(() => expect(document.activeElement).toBe(input))
    await user.clear(input)
    await user.type(input, text)
    await user.click(screen.getByRole('button', { name: '采用更正' }))
    await user.click(await screen.findByRole('button', { name: '更正并通过' }))
  }
  await heading('样本律师')
  // Times are shown in the usual format, not as the ISO string of the API.
  expect(screen.queryByText(/\dT\d\d:\d\d/)).toBeNull()
  await user.keyboard('e')
  await correct('姓名', '样本更正')
  await heading('郑律师')
  await user.keyboard('e')
  await correct('个人签名', '细读合同')
  await heading('股东出资期限的实务问题')
  await user.click(screen.getByRole('button', { name: '更正标题' }))
  await correct('标题', '股东出资期限')
  await screen.findByText('没有待审核的事项')
  await pass()
  await waitFor(async () =>
    expect(await readLawyer(registration.id)).toMatchObject({ status: 1, name: '样本更正' }),
  )
  await waitFor(async () =>
    expect(await readCard(card.id)).toMatchObject({ auditStatus: 2, published: { slogan: '细读合同' } }),
  )
  await waitFor(async () =>
    expect(await readArticle(article.articleId)).toMatchObject({ status: 2, title: '股东出资期限' }),
  )
})

test('shortcuts do not abandon a correction that is being typed', async () => {
  await stage.lawyer(0)
  await waitingCard()
  const { user } = await openDesk()
  await heading('样本律师')
  await user.keyboard('e')
  await screen.findByRole('textbox', { name: /^姓名/ })
  await user.click(screen.getByRole('button', { name: /^郑律师/ }))
  expect(announcedText()).toContain('请先采用或取消正在填写的更正')
  await heading('样本律师')
  await user.click(screen.getByRole('button', { name: '取消' }))
  await user.click(screen.getByRole('button', { name: /^郑律师/ }))
  await heading('郑律师')
})

test('refuses to decide a record that has changed, and shows its changes', async () => {
  const { id, version, lawyer } = await waitingCard()
  const { user } = await openDesk()
  await heading('郑律师')
  await user.keyboard('a')
  await screen.findByText('没有待审核的事项')
  const back = await lawyer.call('cards.submitAudit', { id, version, withdraw: 1 })
  const changed = await lawyer.call('cards.update', { id, version: back.version, slogan: '先看再签' })
  await lawyer.call('cards.submitAudit', { id, version: changed.version })
  await pass()
  const failureAlert = await screen.findByRole('alert')
  await waitFor(() => expect(failureAlert.textContent).toContain('通过“郑律师”未生效：数据已被他人修改'))
  expect((await readCard(id)).auditStatus).toBe(1)
  const changes = within(await screen.findByRole('region', { name: '决定未生效' }))
  await waitFor(() => expect(changes.getByText('个人签名')).toBeTruthy())
  expect(changes.getByText('您看到的').parentElement!.textContent).toContain('先看合同')
  expect(changes.getByText('现在').parentElement!.textContent).toContain('先看再签')
  // The next shortcut approves the change that is shown now.
  await user.keyboard('a')
  await screen.findByText('没有待审核的事项')
  await pass()
  await waitFor(async () => expect((await readCard(id)).published).toMatchObject({ slogan: '先看再签' }))
})

test('reports what somebody else has decided', async () => {
  const { id, version } = await waitingCard()
  const { user } = await openDesk()
  await heading('郑律师')
  await user.keyboard('a')
  await (await admin()).call('cards.adminAuditCard', { id, version, auditStatus: 3, reason: '请补充' })
  await pass()
  const failureAlert = await screen.findByRole('alert')
  await waitFor(() => expect(failureAlert.textContent).toContain('当前状态不允许此操作'))
  await user.click(within(failureAlert).getByRole('button', { name: '知道了' }))
  expect(failureAlert.textContent).toBe('')
  expect((await readCard(id)).auditStatus).toBe(3)
})

test('sends pending decisions when the page is left, and says so', async () => {
  const { id } = await waitingCard()
  const { user, router } = await openDesk()
  await heading('郑律师')
  await user.keyboard('a')
  await screen.findByText('没有待审核的事项')
  await router.navigate('/app/elsewhere')
  expect(await screen.findByText('已提交 1 项审核决定')).toBeTruthy()
  await waitFor(async () => expect((await readCard(id)).auditStatus).toBe(2))
})

test('sends pending decisions when the page is closed, and reports them on the next visit', async () => {
  const { id } = await waitingCard()
  const { user, close } = await openDesk()
  await heading('郑律师')
  await user.keyboard('a')
  await screen.findByText('没有待审核的事项')
  window.dispatchEvent(new Event('pagehide'))
  await waitFor(async () => expect((await readCard(id)).auditStatus).toBe(2))
  close()
  await openDesk()
  expect(await screen.findByText('离开审核台时已提交：通过“郑律师”。')).toBeTruthy()
})

test('shows both language versions of a card together', async () => {
  await submitCard(app(), lawyerOfEast, stage.needed)
  const lawyer = await app().as(lawyerOfEast)
  const { id } = await lawyer.call('cards.createCard', {
    language: 'EN',
    name: 'Zheng Lawyer',
    ...stage.needed,
  })
  await lawyer.call('cards.submitAudit', { id, version: 1 })
  const { user } = await openDesk()
  const name = await screen.findByRole('region', { name: '姓名' })
  await waitFor(() => expect(name.textContent).toContain('英文版（待审）Zheng Lawyer'))
  await user.keyboard('a')
  await heading('Zheng Lawyer')
  await user.keyboard('z')
  await heading('郑律师')
})

test('shows the English card with English choices, beside the Chinese one and on its own', async () => {
  const choices = {
    education: [{ start: '1991-09', school: 'Nanjing', degree: 2 as const }],
    workingLanguages: [{ language: '普通话' as const, level: 1 as const }],
    clients: [{ name: 'Acme', consent: 1 as const }],
    visibility: { mobile: 0 as const },
  }
  const lawyer = await app().as(lawyerOfEast)
  for (const language of ['CN', 'EN'] as const) {
    const card = { language, name: 'Zheng', ...stage.needed, ...choices }
    const { id } = await lawyer.call('cards.createCard', card)
    await lawyer.call('cards.submitAudit', { id, version: 1 })
  }
  const { user } = await openDesk()
  const region = (name: string) => screen.findByRole('region', { name })
  const education = await region('教育背景')
  await waitFor(() => expect(education.textContent).toContain("1991-09 Nanjing Bachelor's"))
  expect(education.textContent).toContain('1991-09 Nanjing 本科')
  expect((await region('工作语言')).textContent).toContain('Mandarin Native')
  expect((await region('服务客户')).textContent).toContain('Acme Yes')
  expect((await region('展示权限')).textContent).toContain('Not public')
  await user.keyboard('a')
  await waitFor(async () =>
    expect((await region('教育背景')).querySelector('.sides > div')?.textContent).toContain("Bachelor's"),
  )
})

test('quotes findings of the advertising rules', async () => {
  await submitChange(app(), lawyerOfEast, stage.needed, { slogan: '包赢官司' })
  await openDesk()
  const findings = within(await screen.findByRole('region', { name: '推广合规提示' }))
  expect(findings.getByText('包赢')).toBeTruthy()
})

test('filters by kind, and by overdue items', async () => {
  await stage.lawyer(0)
  const { id } = await waitingCard()
  await app().database.write(1, db => db.update(cards).set({ submittedAt: new Date('2020-01-01T00:00:00Z') }))
  const { user } = await openDesk()
  await heading('郑律师')
  await user.click(screen.getByRole('button', { name: '注册 1' }))
  await heading('样本律师')
  await user.click(screen.getByRole('button', { name: '已超时 1' }))
  await screen.findByText('没有符合条件的待审内容')
  await user.click(screen.getByRole('button', { name: '查看全部' }))
  await heading('郑律师')
  expect((await readCard(id)).auditStatus).toBe(1)
})

test('marks items that have waited twice the time limit, and shows the waiting time of others', async () => {
  await waitingCard()
  const submittedBefore = (hours: number) =>
    app().database.write(1, db =>
      db.update(cards).set({ submittedAt: new Date(Date.now() - hours * 3_600_000) }),
    )
  const { slaHours } = cardReview.initial
  await submittedBefore(slaHours * 1.5)
  const { client } = await openDesk()
  const queue = within(await screen.findByRole('list', { name: '待审队列' }))
  const row = await queue.findByRole('button', { name: /^郑律师/ })
  expect(within(row).getByTitle(`已超过 ${slaHours} 小时的审核时限`).textContent).toMatch(/^等待/)
  expect(within(row).queryByText('严重超时')).toBeNull()
  await submittedBefore(slaHours * 2.5)
  await client.invalidateQueries()
  await within(row).findByText('严重超时')
})

test('uses the lists of a back-end without a queue', async () => {
  const registration = await stage.lawyer(0)
  const { id } = await waitingCard()
  await stage.waiting()
  const otherAdditions = additions.filter(it => !it.includes('/audit/'))
  const { user } = await openDesk('admin', otherAdditions)
  const queue = within(await screen.findByRole('list', { name: '待审队列' }))
  await waitFor(() => expect(queue.getAllByRole('listitem')).toHaveLength(3))
  await user.click(queue.getByRole('button', { name: /^样本律师/ }))
  await heading('样本律师')
  // This back-end takes no correction of the name with an approval, so the button is not offered.
  expect(screen.queryByRole('button', { name: '更正姓名' })).toBeNull()
  await user.keyboard('a')
  await user.click(queue.getByRole('button', { name: /^郑律师/ }))
  await heading('郑律师')
  await user.keyboard('a')
  await pass()
  await waitFor(async () => expect((await readCard(id)).auditStatus).toBe(2))
  await waitFor(async () => expect((await readLawyer(registration.id)).status).toBe(1))
})
