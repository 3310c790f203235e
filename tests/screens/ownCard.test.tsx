import { act, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeAll, beforeEach, expect, test } from 'vitest'

import { cards } from '../../resources/cards/index.ts'
import { additions } from '../../resources/index.ts'
import { cardDrafts, cardRevisions, cards as rows, messages } from '../../server/db/tables.ts'
import { type CardFields, prepareCards, submitCard, submitChange } from '../support/cards.ts'
import { useServer } from '../support/screen.tsx'

const { app, network, open } = useServer()
const lawyer = '13800000002'
let needed: CardFields
beforeAll(async () => void (needed = await prepareCards(app())))
beforeEach(() =>
  app().database.write(1, async db => {
    await db.delete(cardRevisions)
    await db.delete(rows)
    await db.delete(cardDrafts)
    await db.delete(messages)
  }),
)

const form = '/app/user/card'
const readOwnCard = async () => (await app().as(lawyer)).call('cards.cardInfoByLawyer', {})
const input = (label: string) =>
  screen.findByRole<HTMLInputElement>('textbox', { name: new RegExp(`^${label}`) })

test('the form of a new card starts with the account, and reports missing fields on submission', async () => {
  const { user } = await open(lawyer, cards, form)
  const name = await input('姓名')
  await waitFor(() => expect(name.value).toBe('郑律师'))
  await user.click(await screen.findByRole('button', { name: '提交审核' }))
  expect((await screen.findAllByText(/请上传头像/)).length).toBeGreaterThan(0)
  expect((await readOwnCard()).CN).toBeNull()
  await user.type(await input('个人签名'), '先看合同')
  await user.click(await screen.findByRole('button', { name: '保存' }))
  await waitFor(async () =>
    expect((await readOwnCard()).CN).toMatchObject({ auditStatus: 0, slogan: '先看合同', mobile: lawyer }),
  )
  expect(await screen.findByText('没有修改')).toBeTruthy()
})

test('keeps typed values while the account is read again after an error', async () => {
  const refused = HttpResponse.json({ code: '4030', message: '无权限', data: null })
  const secondAnswer = Promise.withResolvers<void>()
  let reads = 0
  const { user, client } = await open(lawyer, cards, form, () =>
    network.use(
      http.get('*/api/lawyer/lawyerInfo/:id', async () => {
        reads += 1
        if (reads > 1) await secondAnswer.promise
        return refused.clone()
      }),
    ),
  )
  const slogan = await input('个人签名')
  await user.type(slogan, '先看合同')
  const reading = client.refetchQueries({ queryKey: ['lawyers', 'getOne'] })
  await waitFor(() => expect(reads).toBe(2))
  await act(async () => {})
  expect((await input('个人签名')).value).toBe('先看合同')
  expect(slogan.isConnected).toBe(true)
  secondAnswer.resolve()
  await act(() => reading)
})

test('takes required fields and completeness weights from the published configuration', async () => {
  const admin = await app().as('admin')
  const { version, card } = await admin.call('firm.mpconf', { draft: 1 })
  const changed = {
    requiredFields: ['name', 'slogan'],
    completenessWeights: { ...card.completenessWeights, intro: 0, education: 40, english: 0 },
  } as const
  const saved = await admin.call('firm.updateMpconf', {
    version,
    card: { ...changed, requiredFields: [...changed.requiredFields] },
  })
  try {
    const { user, router } = await open(lawyer, cards, form)
    expect(await screen.findByText(/提交审核前需填写：姓名、个人签名。/)).toBeTruthy()
    await waitFor(async () => expect((await input('姓名')).value).toBe('郑律师'))
    await user.click(await screen.findByRole('button', { name: '提交审核' }))
    expect((await screen.findAllByText(/请输入个人签名/)).length).toBeGreaterThan(0)
    expect(screen.queryByText(/请上传头像/)).toBeNull()
    await user.type(await input('个人签名'), '先看合同')
    await user.click(await screen.findByRole('button', { name: '提交审核' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/app/user/dashboard'))
    const tips = await screen.findByRole('region', { name: '完整度' })
    expect(await within(tips).findByText('+40%')).toBeTruthy()
    expect(within(tips).getAllByRole('link')[0]!.textContent).toBe('补充教育背景')
    expect(within(tips).queryByText('补充个人简介')).toBeNull()
    expect(within(tips).queryByText('新建英文名片')).toBeNull()
  } finally {
    await admin.call('firm.updateMpconf', { version: saved.version, card })
  }
})

test('saves and submits a change in one step, and leads to the dashboard', async () => {
  const { id, version } = await submitCard(app(), lawyer, needed)
  await (await app().as('admin')).call('cards.adminAuditCard', { id, version, auditStatus: 2 })
  const { user, router } = await open(lawyer, cards, form)
  await user.type(await input('个人签名'), '先看合同')
  expect(await screen.findByText('1 项未保存')).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: '提交审核' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/app/user/dashboard'))
  expect((await readOwnCard()).CN).toMatchObject({ auditStatus: 1, changedFields: ['slogan'] })
  expect(await screen.findByText('审核中')).toBeTruthy()
  const badge = await (await app().as('branch')).call('logs.msg.count', { status: 0 })
  expect(badge).toBe(2)
})

test('the page of the own card begins with the question of a reviewer, and says which card it is about', async () => {
  const { id } = await submitCard(app(), lawyer, needed)
  const question = '哪一年开始执业？'
  await (await app().as('admin')).call('cards.ask', { id, question })
  const { user, router } = await open(lawyer, cards, '/app/user/dashboard?language=EN', () => {}, additions)
  const list = await screen.findByRole('list', { name: '审核人对中文名片的问题' })
  expect(within(list).getByText(question)).toBeTruthy()
  const tabs = screen.getByRole('region', { name: '名片状态' })
  expect(list.compareDocumentPosition(tabs) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  await user.click(within(list).getByRole('link', { name: '去答复' }))
  await waitFor(() => expect(router.state.location.search).toMatch(/^\?language=CN&question=\d+$/))
})

test('saves a change of a published card, which is submitted later and hidden from administrators', async () => {
  const { id, version } = await submitCard(app(), lawyer, needed)
  const admin = await app().as('admin')
  await admin.call('cards.adminAuditCard', { id, version, auditStatus: 2 })
  const first = await open(lawyer, cards, form)
  expect((await screen.findByRole<HTMLButtonElement>('button', { name: '提交审核' })).disabled).toBe(true)
  await first.user.type(await input('个人签名'), '先看合同')
  await first.user.click(await screen.findByRole('button', { name: '保存' }))
  await waitFor(async () =>
    expect((await readOwnCard()).CN).toMatchObject({ auditStatus: 2, publishState: 4 }),
  )
  first.close()
  const list = await open('admin', cards, '/app/card')
  const [cell] = await screen.findAllByRole('cell', { name: /郑律师/ })
  const row = cell!.closest('tr')!
  expect(within(row).getByText('已通过')).toBeTruthy()
  expect(within(row).getByText('已发布·有未提交修改')).toBeTruthy()
  expect(within(row).queryByText('草稿')).toBeNull()
  list.close()
  const home = await open(lawyer, cards, '/app/user/dashboard')
  const ribbon = await screen.findByRole('region', { name: '名片状态' })
  expect(within(ribbon).getByText('有未提交的修改')).toBeTruthy()
  home.close()
  const { user } = await open(lawyer, cards, form)
  await user.click(await screen.findByRole('button', { name: '提交审核' }))
  await waitFor(async () =>
    expect((await readOwnCard()).CN).toMatchObject({ auditStatus: 1, publishState: 2 }),
  )
})

test('confirms the published card with one press, once the firm has asked for it', async () => {
  const { id, version } = await submitCard(app(), lawyer, needed)
  await (await app().as('admin')).call('cards.adminAuditCard', { id, version, auditStatus: 2 })
  const { user, client } = await open(lawyer, cards, '/app/user/dashboard')
  await screen.findByRole('region', { name: '名片状态' })
  expect(screen.queryByRole('button', { name: '确认无误' })).toBeNull()
  await (await app().as('admin')).call('cards.startConfirmation', {})
  await act(() => client.invalidateQueries({ queryKey: ['cards'] }))
  await user.click(await screen.findByRole('button', { name: '确认无误' }))
  await screen.findByText('已确认，谢谢')
  await waitFor(() => expect(screen.queryByRole('button', { name: '确认无误' })).toBeNull())
  expect((await readOwnCard()).CN).toMatchObject({ confirmState: 2 })
})

test('is read-only during a review, until it is withdrawn', async () => {
  await submitCard(app(), lawyer, needed)
  const { user } = await open(lawyer, cards, form)
  const name = await input('姓名')
  expect(name.matches(':disabled')).toBe(true)
  expect(screen.queryByRole('button', { name: '提交审核' })).toBeNull()
  await user.click(await screen.findByRole('button', { name: '撤回' }))
  expect(await screen.findByRole('button', { name: '提交审核' })).toBeTruthy()
  expect((await readOwnCard()).CN?.auditStatus).toBe(0)
  expect((await input('姓名')).matches(':disabled')).toBe(false)
})

test('marks locked fields', async () => {
  await submitChange(app(), lawyer, needed, { slogan: '先看合同' })
  await (await app().as(lawyer)).call('cards.cardInfoByLawyer', {})
  await open(lawyer, cards, form)
  await input('姓名')
  const position = await screen.findByRole('combobox', { name: /^职位/ })
  expect(position.matches(':disabled')).toBe(true)
  expect(await screen.findByText('由管理员维护，如需修改请联系管理员')).toBeTruthy()
})

test('marks each field by the rule that the server applies to it', async () => {
  const { id, version } = await submitCard(app(), lawyer, needed)
  const admin = await app().as('admin')
  await admin.call('cards.adminAuditCard', { id, version, auditStatus: 2 })
  const review = await admin.call('cardReview.get')
  const saved = await admin.call('cardReview.update', { ...review, cardReview: 2 })
  try {
    const policy = Object.entries((await readOwnCard()).CN!.policy)
    const texts = {
      free: '保存后立即发布，无需审核',
      review: '修改需审核',
      locked: '由管理员维护，如需修改请联系管理员',
      outside: '不在代办范围内，由本人维护',
    }
    await open(lawyer, cards, form)
    await screen.findAllByText(texts.free)
    await waitFor(() => expect(document.querySelector('.field-loading')).toBeNull())
    const seen = new Set<string>()
    for (const [name, rule] of policy) {
      const field = document.querySelector(`[data-field="${name}"]`)
      if (!field) continue
      seen.add(rule)
      const shown = Object.values(texts).filter(text => field.textContent.includes(text))
      expect([name, ...shown]).toEqual([name, texts[rule]])
    }
    expect(seen.size).toBe(3)
  } finally {
    await admin.call('cardReview.update', { ...review, version: saved.version })
  }
})

test('shows the reason of a rejection at its field, and links to it', async () => {
  const { id, version } = await submitChange(app(), lawyer, needed, { slogan: '第一品牌' })
  await (
    await app().as('admin')
  ).call('cards.adminAuditCard', {
    id,
    version,
    auditStatus: 3,
    reason: '含绝对化用语',
    items: [{ field: 'slogan', reason: '请勿使用“第一”' }],
  })
  const { user, router } = await open(lawyer, cards, '/app/user/dashboard')
  const ribbon = await screen.findByRole('region', { name: '名片状态' })
  expect(within(ribbon).getByText(/含绝对化用语/)).toBeTruthy()
  await user.click(within(ribbon).getByRole('link', { name: '个人签名' }))
  await waitFor(() => expect(router.state.location.search).toContain('field=slogan'))
  expect(await screen.findByText('审核意见：请勿使用“第一”')).toBeTruthy()
  await waitFor(async () => expect(document.activeElement).toBe(await input('个人签名')))
})

test('keeps typed values when switching the language', async () => {
  const { user } = await open(lawyer, cards, form)
  await user.type(await input('个人签名'), '先看合同')
  await user.click(await screen.findByRole('button', { name: /^英文名片/ }))
  await waitFor(async () => expect((await input('姓名')).value).not.toBe('郑律师'))
  await user.click(await screen.findByRole('button', { name: /^中文名片/ }))
  expect((await input('个人签名')).value).toBe('先看合同')
})

test('autosaves a draft on the server, and offers it on another device until submission', async () => {
  const { id, version, lawyer: person } = await submitCard(app(), lawyer, needed)
  await person.call('cards.submitAudit', { id, version, withdraw: 1 })
  const first = await open(lawyer, cards, form)
  await first.user.type(await input('个人签名'), '未完')
  expect(await screen.findByText(/^已自动保存 \d\d:\d\d$/)).toBeTruthy()
  first.close()
  // Another device has no draft of this browser.
  sessionStorage.clear()
  const { user } = await open(lawyer, cards, form)
  expect(await screen.findByText(/^有一份没有保存的草稿/)).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: '继续编辑' }))
  expect((await input('个人签名')).value).toMatch(/未完$/)
  await user.click(await screen.findByRole('button', { name: '提交审核' }))
  await waitFor(async () => expect((await readOwnCard()).CN).toMatchObject({ auditStatus: 1 }))
  expect((await readOwnCard()).CN?.slogan).toMatch(/未完$/)
  expect(await person.call('cards.draft', { language: 'CN' })).toMatchObject({ values: null })
})

test('says that a draft has an older version, and deletes a declined one everywhere', async () => {
  const { id, version, lawyer: person } = await submitCard(app(), lawyer, needed)
  const { version: now } = await person.call('cards.submitAudit', { id, version, withdraw: 1 })
  const values = JSON.stringify({ slogan: '旧设备上写的' })
  await person.call('cards.keepDraft', { language: 'CN', version: now, values })
  const admin = await app().as('branch')
  await admin.call('cards.update', { id, version: now, slogan: '行政改的', publish: 0 })
  const { user } = await open(lawyer, cards, form)
  expect(await screen.findByText(/^有一份没有保存的草稿（.*之后内容被修改过）$/)).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: '放弃' }))
  expect((await input('个人签名')).value).toBe('行政改的')
  await waitFor(async () =>
    expect(await person.call('cards.draft', { language: 'CN' })).toMatchObject({ values: null }),
  )
})

test('discards changes together with their draft', async () => {
  const { id, version, lawyer: person } = await submitCard(app(), lawyer, needed)
  await person.call('cards.submitAudit', { id, version, withdraw: 1 })
  const { user } = await open(lawyer, cards, form)
  const slogan = await input('个人签名')
  const before = slogan.value
  await user.type(slogan, '不要了')
  expect(await screen.findByText(/^已自动保存 \d\d:\d\d$/)).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: '放弃修改' }))
  const dialog = within(await screen.findByRole('dialog', { name: '放弃未保存的修改？' }))
  await user.click(dialog.getByRole('button', { name: '放弃修改' }))
  await waitFor(() => expect(slogan.value).toBe(before))
  await waitFor(async () =>
    expect(await person.call('cards.draft', { language: 'CN' })).toMatchObject({ values: null }),
  )
  await user.type(slogan, '，再写')
  expect(await screen.findByText(/^已自动保存 \d\d:\d\d$/)).toBeTruthy()
})

test('sends no draft requests to a back-end without drafts', async () => {
  const requestedPaths: string[] = []
  const listen = () =>
    network.events.on(
      'request:start',
      ({ request }) => void requestedPaths.push(new URL(request.url).pathname),
    )
  const served = additions.filter(it => !it.includes('/lawyer/card/draft'))
  const { user } = await open(lawyer, cards, form, listen, served)
  await user.type(await input('个人签名'), '先看合同')
  await waitFor(() => expect(JSON.stringify(Object.values(sessionStorage))).toContain('先看合同'))
  expect(requestedPaths.filter(it => it.includes('draft'))).toEqual([])
  network.events.removeAllListeners()
})

test('a second window reports what the first one saved, and keeps its text', async () => {
  const { id, version, lawyer: person } = await submitCard(app(), lawyer, needed)
  await person.call('cards.submitAudit', { id, version, withdraw: 1 })
  const { user } = await open(lawyer, cards, form)
  await user.type(await input('个人签名'), '我的')
  await person.call('cards.update', { id, version: version + 1, slogan: '另一扇窗的' })
  await user.click(await screen.findByRole('button', { name: '保存' }))
  const dialog = await screen.findByRole('dialog', { name: '内容已被他人修改' })
  await user.click(within(dialog).getByRole('button', { name: '按以上选择保存' }))
  await waitFor(async () => expect((await readOwnCard()).CN?.slogan).toBe('我的'))
  expect((await readOwnCard()).CN?.mobile).toBe(lawyer)
})

test('resolves a conflict with an administrator field by field without losing values', async () => {
  const { id, version, lawyer: person } = await submitCard(app(), lawyer, needed)
  await person.call('cards.submitAudit', { id, version, withdraw: 1 })
  const { user } = await open(lawyer, cards, form)
  await user.type(await input('个人签名'), '我的签名')
  await user.type(await input('邮箱'), 'zheng@example.com')
  const admin = await app().as('branch')
  const otherChange = { slogan: '行政的签名', wechatNo: 'lawyer_zheng', publish: 0 } as const
  await admin.call('cards.update', { id, version: version + 1, ...otherChange })
  await user.click(await screen.findByRole('button', { name: '保存' }))

  const dialog = within(await screen.findByRole('dialog', { name: '内容已被他人修改' }))
  expect(dialog.getAllByRole('group').map(group => group.querySelector('legend')?.textContent)).toEqual([
    '个人签名',
  ])
  expect(dialog.getByText(/^对方还修改了：.*微信/)).toBeTruthy()
  // Back in the form, everything that was typed is unchanged.
  await user.click(dialog.getByRole('button', { name: '返回编辑' }))
  expect((await input('个人签名')).value).toBe('我的签名')
  expect((await input('邮箱')).value).toBe('zheng@example.com')
  await user.click(await screen.findByRole('button', { name: '保存' }))
  const conflictDialog = within(await screen.findByRole('dialog', { name: '内容已被他人修改' }))
  await user.click(conflictDialog.getByRole('radio', { name: /对方的/ }))
  await user.click(conflictDialog.getByRole('button', { name: '按以上选择保存' }))
  await waitFor(async () =>
    expect((await readOwnCard()).CN).toMatchObject({
      slogan: '行政的签名',
      wechatNo: 'lawyer_zheng',
      email: 'zheng@example.com',
    }),
  )
})

test('shows the other language beside each field, and copies from it', async () => {
  const person = await app().as(lawyer)
  await submitCard(app(), lawyer, needed)
  const { CN } = await readOwnCard()
  await person.call('cards.submitAudit', { id: CN!.id, version: CN!.version, withdraw: 1 })
  await person.call('cards.createCard', { language: 'EN', name: 'Zheng' })
  const { user } = await open(lawyer, cards, `${form}?language=EN`)
  const name = await screen.findByRole('complementary', { name: '中文的姓名' })
  expect(within(name).getByText(CN!.name!)).toBeTruthy()
  expect((await input('姓名')).value).toBe('Zheng')
  await user.click(within(name).getByRole('button', { name: '复制中文的姓名' }))
  expect((await input('姓名')).value).toBe(CN!.name)
  expect(within(name).queryByRole('button')).toBeNull()

  await user.click(await screen.findByRole('button', { name: /^用中文填充 \d+ 项空白$/ }))
  expect(screen.queryByRole('button', { name: /填充/ })).toBeNull()
  await user.click(await screen.findByRole('button', { name: '保存' }))
  await waitFor(async () =>
    expect((await readOwnCard()).EN).toMatchObject({
      name: CN!.name,
      intro: CN!.intro,
      professions: CN!.professions,
    }),
  )
  await user.click(await screen.findByRole('button', { name: '收起中文' }))
  expect(screen.queryByRole('complementary', { name: '中文的姓名' })).toBeNull()
})
