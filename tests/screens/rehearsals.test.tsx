import { onlineManager } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'

import { firm } from '../../resources/settings/firm.ts'
import { settings } from '../../resources/settings/index.ts'
import { additions } from '../../resources/index.ts'
import { cardRevisions, cards } from '../../server/db/tables.ts'
import { type CardFields, prepareCards, submitCard } from '../support/cards.ts'
import { useServer } from '../support/screen.tsx'

const { app, network, open } = useServer()

type User = Awaited<ReturnType<typeof open>>['user']
const path = '/app/conf/card-audit'
const openReview = (prepare = () => {}, served = additions) =>
  open('admin', settings.cardReview, path, prepare, served)
const part = async () => within(await screen.findByRole('region', { name: '预演' }))
const rehearse = async (user: User) =>
  user.click(await (await part()).findByRole('button', { name: '用近 90 天的记录预演' }))
const choose = async (user: User, name: string) => user.click(await screen.findByRole('radio', { name }))

let needed: CardFields
let id: number
beforeEach(async () => {
  needed ??= await prepareCards(app())
  await app().database.write(1, async db => {
    await db.delete(cardRevisions)
    await db.delete(cards)
  })
  const card = await submitCard(app(), '13800000001', needed)
  id = card.id
  await (
    await app().as('admin')
  ).call('cards.adminAuditCard', { id, version: card.version, auditStatus: 3, reason: '头像不符合要求' })
})

test('tells what the unsaved values would have changed, with links, and that it is outdated once they change', async () => {
  const { user } = await openReview()
  await rehearse(user)
  expect(await (await part()).findByText('按近 90 天的记录，没有变化。')).toBeTruthy()
  await choose(user, '无需审核')
  expect((await part()).getByText('表单在预演后又有改动，下面的结果已过时，请重新预演。')).toBeTruthy()
  await rehearse(user)
  const region = await part()
  expect(await region.findByText('1次名片审核中，1次本不需要')).toBeTruthy()
  expect(region.getByText('1份被驳回的名片修改会直接发布')).toBeTruthy()
  expect(region.queryByText(/已过时/)).toBeNull()
  await user.click(region.getAllByText('查看最近1条')[1]!)
  const [link] = region.getAllByRole('link', { name: '吴律师' })
  expect(link).toMatchObject({ target: '_blank' })
  expect(link!.getAttribute('href')).toBe(`/app/card/detail/${id}`)
  expect(region.getByText('头像不符合要求')).toBeTruthy()
})

test('ends with the saving of the rules', async () => {
  const { user } = await openReview()
  await choose(user, '无需审核')
  await rehearse(user)
  await (await part()).findByText('1次名片审核中，1次本不需要')
  await user.click(await screen.findByRole('button', { name: '保存' }))
  await waitFor(async () => expect((await part()).queryByText('1次名片审核中，1次本不需要')).toBeNull())
  await rehearse(user)
  expect(await (await part()).findByText('另有1次是在与现行规则不同的规则下发生的，没有计入。')).toBeTruthy()
  const admin = await app().as('admin')
  const { version, ...now } = await admin.call('cardReview.get')
  await admin.call('cardReview.update', { ...now, cardReview: 1, version })
})

test('says why it failed, and can be asked again', async () => {
  const { user } = await openReview(() =>
    network.use(http.get('*/api/firmConf/cardReview/rehearsal', () => HttpResponse.error(), { once: true })),
  )
  await rehearse(user)
  expect((await (await part()).findByText(/^没有预演：/)).className).toBe('field-error')
  await rehearse(user)
  expect(await (await part()).findByText('按近 90 天的记录，没有变化。')).toBeTruthy()
})

test('waits for the network, and says so', async () => {
  const { user } = await openReview()
  await part()
  act(() => onlineManager.setOnline(false))
  await rehearse(user)
  expect(await (await part()).findByText('网络已断开，恢复后会自动继续')).toBeTruthy()
  act(() => onlineManager.setOnline(true))
  expect(await (await part()).findByText('按近 90 天的记录，没有变化。')).toBeTruthy()
})

test('shows an effect or a record that it does not know without failing', async () => {
  const example = {
    id: 7,
    name: '某条记录',
    at: '2026-01-02T03:04:05Z',
    by: null,
    fields: ['later'],
    text: '',
  }
  const effect = { type: 'trains', count: 1, of: 1, examples: [example] }
  const answer = {
    effects: [
      { ...effect, effect: 'delayed' },
      { ...effect, type: 'cards', effect: 'locked' },
    ],
    seen: 1,
    isCut: 1,
    unlike: 0,
  }
  const { user } = await openReview(() =>
    network.use(
      http.get('*/api/firmConf/cardReview/rehearsal', () =>
        HttpResponse.json({ code: '200', message: '', data: answer }),
      ),
    ),
  )
  await rehearse(user)
  const region = await part()
  expect(await region.findByText('1次律师修改中，1次会因字段锁定被拒绝')).toBeTruthy()
  expect(region.getByText('记录较多，每类已截至最近 5000 次。')).toBeTruthy()
  expect(region.getAllByRole('listitem').some(it => it.textContent?.includes('delayed'))).toBe(false)
})

test('is offered to the operator for the promotion rules', async () => {
  const { user } = await open('system', settings.complianceRules, '/app/conf/compliance-rules')
  await rehearse(user)
  expect(await (await part()).findByText('按近 90 天的记录，没有变化。')).toBeTruthy()
})

test('refers to the values of the card page', async () => {
  const { user } = await open('admin', firm, '/app/conf/miniprogram-card')
  await rehearse(user)
  expect(await (await part()).findByText('按近 90 天的记录，没有变化。')).toBeTruthy()
})

test('is not offered by a back-end that does not serve it', async () => {
  await openReview(
    () => {},
    additions.filter(it => !it.endsWith('/rehearsal')),
  )
  expect(await screen.findByRole('button', { name: '保存' })).toBeTruthy()
  expect(screen.queryByRole('region', { name: '预演' })).toBeNull()
})
