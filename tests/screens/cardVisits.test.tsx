import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeAll, expect, test } from 'vitest'

import { cards } from '../../resources/cards/index.ts'
import { offices } from '../../resources/offices/index.ts'
import { reviews } from '../../resources/reviews.ts'
import { firmDay } from '../../resources/kit/firmTime.ts'
import { cardVisits } from '../../server/db/tables.ts'
import { useServer } from '../support/screen.tsx'
import { setStage, type Stage } from '../support/stage.ts'

const { app, network, open } = useServer()
let stage: Stage
let card: { id: number; key: string }
beforeAll(async () => {
  stage = await setStage(app())
  card = await stage.publishedCard()
  const counted = [
    ['open', 12_345],
    ['save', 7],
    ['call', 3],
  ] as const
  await app().database.write(1, db =>
    db.insert(cardVisits).values(
      counted.map(([kind, count]) => ({
        firmId: 1,
        cardId: card.id,
        day: firmDay(app().clock.now()),
        kind,
        count,
      })),
    ),
  )
})

const part = async () => within(await screen.findByRole('region', { name: '名片访问' }))
const numberOf = (label: string) =>
  within(screen.getByText(label, { selector: 'dt' }).parentElement!).getByRole('definition')

test.each([
  ['the page of the card', 'admin', cards, (): string => `/app/card/detail/${card.id}`],
  ['the own page of its lawyer', '', cards, (): string => '/app/user/dashboard'],
  ['the page of its office', 'admin', offices, (): string => `/app/office/${stage.organizationId}/show`],
  ['the landing page', 'admin', reviews, (): string => '/app/home'],
] as const)('the counts of a card are on %s, by day and by month', async (_, account, resource, path) => {
  const { user } = await open(account || card.key, resource, path())
  const counts = await part()
  await waitFor(() => expect(numberOf('打开次数').textContent).toBe('12,345'))
  expect(numberOf('存通讯录次数').textContent).toBe('7')
  expect(numberOf('拨打次数').textContent).toBe('3')
  await user.click(counts.getByRole('radio', { name: '近12个月' }))
  await user.click(await counts.findByText('每月的次数'))
  expect(counts.getAllByRole('row')).toHaveLength(13)
})

test('a part that fails says so and loads again, and one without visits says that', async () => {
  const { id } = await stage.publishedCard()
  let isDown = true
  const { user } = await open('admin', cards, `/app/card/detail/${id}`, () =>
    network.use(http.get('*/lawyer/card/visits', () => (isDown ? HttpResponse.error() : undefined))),
  )
  const counts = await part()
  const retry = await counts.findByRole('button', { name: /重试|重新加载/ })
  isDown = false
  await user.click(retry)
  expect(await counts.findByText('这段时间没有记录到访问。')).toBeTruthy()
})

test('numbers of one span are not shown as those of another that fails, and the first can be chosen again', async () => {
  const { user } = await open('admin', cards, `/app/card/detail/${card.id}`, () =>
    network.use(
      http.get('*/lawyer/card/visits', ({ request }) =>
        request.url.includes('by=month') ? HttpResponse.error() : undefined,
      ),
    ),
  )
  const counts = await part()
  await waitFor(() => expect(numberOf('打开次数').textContent).toBe('12,345'))
  await user.click(counts.getByRole('radio', { name: '近12个月' }))
  expect(screen.queryByText('12,345')).toBeNull()
  await counts.findByRole('button', { name: /重试|重新加载/ })
  await user.click(counts.getByRole('radio', { name: '近30天' }))
  await waitFor(() => expect(numberOf('打开次数').textContent).toBe('12,345'))
})

test('with a back-end that does not count, nothing is shown', async () => {
  await open('admin', cards, `/app/card/detail/${card.id}`, () => {}, [])
  await screen.findAllByText('样本律师')
  expect(screen.queryByRole('region', { name: '名片访问' })).toBeNull()
})
