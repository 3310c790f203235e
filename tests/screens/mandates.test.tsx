import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { beforeAll, beforeEach, expect, test } from 'vitest'

import { cards } from '../../resources/cards/index.ts'
import { mandates as resource } from '../../resources/cards/mandates.ts'
import { additions } from '../../resources/index.ts'
import { firmDay } from '../../resources/kit/firmTime.ts'
import { cardRevisions, cards as cardRows, lawyers, mandates } from '../../server/db/tables.ts'
import { GivenMandates } from '../../src/card/mandates/GivenMandates.tsx'
import { type CardFields, prepareCards, submitCard } from '../support/cards.ts'
import { useServer } from '../support/screen.tsx'

const { app, network, open, put } = useServer()
const [owner, assistant] = ['13800000001', '13800000002'] as const
let needed: CardFields
beforeAll(async () => void (needed = await prepareCards(app())))
beforeEach(() =>
  app().database.write(1, async db => {
    await db.delete(mandates)
    await db.delete(cardRevisions)
    await db.delete(cardRows)
  }),
)

const inDays = (days: number) => firmDay(app().clock.now().getTime() + days * 24 * 3_600_000)
const nameOf = (account: string) => app().world.people.get(account)!.name
const grant = async () =>
  (await app().as(owner)).call('mandates.grant', {
    population: 2,
    assistantId: app().world.people.get(assistant)!.id,
    fields: ['slogan'],
    startOn: inDays(0),
    endOn: inDays(10),
  })
const given = async () => (await app().as(owner)).call('mandates.given', {})
const openOwn = () => put(owner, <GivenMandates />)
const section = async () => within(await screen.findByRole('region', { name: '名片代办' }))

test('a lawyer names an assistant, whom the server finds by a part of the name', async () => {
  const { user } = await openOwn()
  await user.click(await (await section()).findByRole('button', { name: '指定代办人' }))
  const dialog = within(await screen.findByRole('dialog', { name: '指定代办人' }))
  await user.click(dialog.getByRole('button', { name: '确定' }))
  expect(await dialog.findByText('请输入代办人')).toBeTruthy()
  await user.type(dialog.getByRole('combobox', { name: /^代办人/ }), nameOf(assistant))
  await user.click(await screen.findByRole('option', { name: new RegExp(nameOf(assistant)) }))
  await user.type(dialog.getByRole('combobox', { name: /^代办字段/ }), '个人签名')
  await user.click(await screen.findByRole('option', { name: '个人签名' }))
  fireEvent.change(dialog.getByLabelText(/^结束日期/), { target: { value: inDays(20) } })
  await user.click(dialog.getByRole('button', { name: '确定' }))
  expect(await (await section()).findByText('生效中')).toBeTruthy()
  expect(await given()).toMatchObject([
    { assistantName: nameOf(assistant), fields: ['slogan'], endOn: inDays(20) },
  ])
})

test('says when there are more people, and finds them by what an input method has composed', async () => {
  const asked: string[] = []
  const organizationId = app().world.offices.get('总所')!
  await app().database.write(1, db =>
    db.insert(lawyers).values(
      Array.from({ length: 60 }, (_, at) => ({
        firmId: 1,
        organizationId,
        name: `陈同事${at}`,
        namePinyin: `chentongshi${at}`,
        mobile: String(13_910_000_000 + at),
        codeKey: `colleague-${at}`,
      })),
    ),
  )
  const { user } = await openOwn()
  network.use(
    http.get('*/api/mandate/choices', ({ request }) => {
      asked.push(new URL(request.url).searchParams.get('keyword') ?? '')
    }),
  )
  await user.click(await (await section()).findByRole('button', { name: '指定代办人' }))
  const dialog = within(await screen.findByRole('dialog', { name: '指定代办人' }))
  expect(await dialog.findByText(/^只列出前50人/)).toBeTruthy()
  const box = dialog.getByRole('combobox', { name: /^代办人/ })
  fireEvent.compositionStart(box)
  for (const text of ['c', 'ch', '陈同事59']) fireEvent.input(box, { target: { value: text } })
  fireEvent.compositionEnd(box)
  expect(await screen.findByRole('option', { name: /陈同事59/ })).toBeTruthy()
  expect(asked).toEqual(['', '陈同事59'])
})

test('a lawyer changes the mandate, is told of a change elsewhere, and ends it', async () => {
  const { id, version } = await grant()
  const { user } = await openOwn()
  await user.click(await (await section()).findByRole('button', { name: `修改代办：${nameOf(assistant)}` }))
  const dialog = within(await screen.findByRole('dialog', { name: `修改代办：${nameOf(assistant)}` }))
  await (
    await app().as(owner)
  ).call('mandates.change', { id, version, fields: ['slogan', 'team'], endOn: inDays(15) })
  fireEvent.change(dialog.getByLabelText(/^结束日期/), { target: { value: inDays(30) } })
  await user.click(dialog.getByRole('button', { name: '保存' }))
  expect(await dialog.findByText(/^代办已在别处改为：.*团队/)).toBeTruthy()
  expect(await given()).toMatchObject([{ endOn: inDays(15) }])
  await user.click(dialog.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await given()).toMatchObject([{ endOn: inDays(30), fields: ['slogan'] }])
  await user.click(await (await section()).findByRole('button', { name: `结束代办：${nameOf(assistant)}` }))
  await waitFor(async () => expect(await given()).toMatchObject([{ state: 4 }]))
})

test('the assistant’s form locks what the mandate does not name, and says so', async () => {
  const card = await submitCard(app(), owner, needed)
  await (
    await app().as('admin')
  ).call('cards.adminAuditCard', { id: card.id, version: card.version, auditStatus: 2 })
  await grant()
  const lawyerId = app().world.people.get(owner)!.id
  await open(assistant, [cards, resource], `/app/user/mandate/card?lawyer=${lawyerId}`, () => {}, additions)
  const input = (label: string) =>
    screen.findByRole<HTMLInputElement>('textbox', { name: new RegExp(`^${label}`) })
  const slogan = await input('个人签名')
  await waitFor(() => expect(slogan.disabled).toBe(false))
  expect((await input('姓名')).disabled).toBe(true)
  expect((await input('团队')).disabled).toBe(true)
  expect(screen.getAllByText(/^不在代办范围内，由本人维护/).length).toBeGreaterThan(3)
})
