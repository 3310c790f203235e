import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, test } from 'vitest'

import { additions } from '../../resources/index.ts'
import { reviews } from '../../resources/reviews.ts'
import { useServer } from '../support/screen.tsx'
import { setStage } from '../support/stage.ts'

const { app, open } = useServer()

const openHome = (account: string) => open(account, reviews, '/app/home', () => {}, additions)
const part = async (name: string) => within(await screen.findByRole('region', { name }))

test('shows the first steps to a firm without cards, with a primary button for the next one', async () => {
  await openHome('admin')
  const steps = await part('开始使用')
  const open = steps.getAllByRole('link', { name: /^去设置/ })
  const isFilled = (link: HTMLElement) => link.classList.contains('MuiButton-contained')
  expect(open.map(isFilled)).toEqual(open.map((_, index) => index === 0))
  expect(screen.queryByRole('region', { name: '名片完整度' })).toBeNull()
  expect(screen.queryByRole('region', { name: '近7天的变化' })).toBeNull()
})

describe('dashboard of a firm with data', () => {
  let title = ''
  beforeAll(async () => {
    const stage = await setStage(app(), { office: '东所', admin: 'branch' })
    await stage.lawyer(0)
    await stage.submittedCard()
    await stage.waiting()
    const branch = await app().as('branch')
    title = (await branch.call('reviews.queue', { kind: 'article' })).records[0]!.title
    const main = await setStage(app(), { office: '总所', admin: 'admin' }, stage.props)
    await main.submittedCard()
  })

  test('links each number to the records that it counts, and underlines links only', async () => {
    const { router, user } = await openHome('branch')
    const waiting = await part('待审核')
    expect(waiting.getByText('3')).toBeTruthy()
    expect(waiting.getByText(/^24小时内新提交[23]项/)).toBeTruthy()
    expect(waiting.getByRole('link', { name: '名片 1' }).getAttribute('href')).toBe(
      '/app/card/review?kind=card',
    )
    const overdue = await part('已超时')
    expect(overdue.getByText('0')).toBeTruthy()
    expect(overdue.queryByRole('link')).toBeNull()
    const due = await part('需补登')
    const unlicensed = due.getByRole('link', { name: /^未登记执业证号 [1-9]/ })
    expect(decodeURIComponent(unlicensed.getAttribute('href')!)).toBe(
      '/app/lawyer?filter={"missing":"licence"}',
    )
    await user.click(waiting.getByRole('link', { name: '注册 1' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/app/card/review'))
  })

  test('compares offices if there are several', async () => {
    await openHome('admin')
    const offices = await part('各律所名片完整度')
    const { organizationId } = app().world.people.get('branch')!
    const links = offices.getAllByRole('link', { name: '名片 1' }).map(link => link.getAttribute('href')!)
    expect(links.map(decodeURIComponent)).toContain(`/app/card?filter={"organizationId":${organizationId}}`)
  })

  test('undoes an approval in place, and sends it when the page is left', async () => {
    const { user, close } = await openHome('branch')
    const items = await part('等待最久')
    expect(items.getAllByRole('listitem')).toHaveLength(3)
    await user.click(items.getByRole('button', { name: `通过：${title}` }))
    await user.click(items.getByRole('button', { name: `撤销：通过“${title}”` }))
    await user.click(items.getByRole('button', { name: `通过：${title}` }))
    expect(items.getByRole('status').textContent).toContain('即将通过')
    close()
    const branch = await app().as('branch')
    await waitFor(async () => {
      const { counts } = await branch.call('reviews.queue', {})
      expect(counts.article.all).toBe(0)
    })
  })

  test('has a table with the numbers of the chart for screen readers', async () => {
    await openHome('admin')
    const week = await part('近7天的变化')
    expect(week.getAllByRole('row')).toHaveLength(1 + 7)
    const day = (daysAgo: number) =>
      new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(
        Date.now() - daysAgo * 86_400_000,
      )
    expect(decodeURIComponent(week.getByRole('link', { name: '查看日志' }).getAttribute('href')!)).toBe(
      `/app/logs?filter={"module":[4,5,6],"from":"${day(6)}","to":"${day(0)}"}`,
    )
    // The chart is hidden from screen readers, since the table gives the same numbers.
    expect(week.queryByRole('img')).toBeNull()
  })

  test('shows no queue to the operator', async () => {
    await openHome('system')
    await part('名片完整度')
    expect(screen.queryByRole('region', { name: '待审核' })).toBeNull()
    expect(screen.queryByRole('region', { name: '等待最久' })).toBeNull()
    expect(screen.queryByRole('region', { name: '近7天的变化' })).toBeNull()
  })
})
