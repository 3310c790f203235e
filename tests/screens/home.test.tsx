import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'

import { additions } from '../../resources/index.ts'
import { reviews } from '../../resources/reviews.ts'
import { useServer } from '../support/screen.tsx'
import { setStage } from '../support/stage.ts'

const { app, open } = useServer()
beforeAll(async () => {
  const stage = await setStage(app(), { office: '东所', admin: 'branch' })
  await stage.lawyer(0)
  await stage.submittedCard()
  await stage.waiting()
})

const openHome = (account: string) => open(account, reviews, '/app/home', () => {}, additions)
const part = async (name: string) => within(await screen.findByRole('region', { name }))

test('every number leads to what it counts', async () => {
  const { router, user } = await openHome('branch')
  const waiting = await part('待审核')
  expect(waiting.getByRole('link', { name: '名片待审 1' }).getAttribute('href')).toBe(
    '/app/card/review?kind=card',
  )
  expect(waiting.getByRole('link', { name: '内容已超时 0' }).getAttribute('href')).toBe(
    '/app/card/review?kind=article&overdue=1',
  )
  const due = await part('执业证与考核')
  const unlicensed = due.getByRole('link', { name: /^未登记执业证号 [1-9]/ })
  expect(decodeURIComponent(unlicensed.getAttribute('href')!)).toBe(
    '/app/lawyer?filter={"missing":"licence"}',
  )
  const offices = await part('各律所名片完整度')
  const { organizationId } = app().world.people.get('branch')!
  expect(decodeURIComponent(offices.getByRole('link', { name: '名片 1' }).getAttribute('href')!)).toBe(
    `/app/card?filter={"organizationId":${organizationId}}`,
  )
  await user.click(waiting.getByRole('link', { name: '注册待审 1' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/app/card/review'))
})

test('what the picture shows a table says, day by day', async () => {
  await openHome('admin')
  const week = await part('近7天的变化')
  expect(week.getAllByRole('row')).toHaveLength(1 + 7)
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(new Date())
  const link = week.getByRole('link', { name: new RegExp(`^${today} 名片 [1-9]`) })
  expect(decodeURIComponent(link.getAttribute('href')!)).toBe(
    `/app/logs?filter={"module":[5],"from":"${today}","to":"${today}"}`,
  )
  // The picture says nothing more to who cannot see it.
  expect(week.queryByRole('img')).toBeNull()
})

test('the operator, who decides nothing, is shown no queue', async () => {
  await openHome('system')
  await part('各律所名片完整度')
  expect(screen.queryByRole('region', { name: '待审核' })).toBeNull()
  expect(screen.queryByRole('region', { name: '近7天的变化' })).toBeNull()
})
