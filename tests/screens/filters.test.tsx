import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'

import { entities } from '../../resources/entities.ts'
import { resourceNamed } from '../../resources/index.ts'
import type { AnyEntity } from '../../resources/kit/index.ts'
import { logs } from '../../resources/logs.ts'
import { lawyers } from '../../resources/lawyers/index.ts'
import { offices } from '../../resources/offices/index.ts'
import { useServer } from '../support/screen.tsx'

const { app, open: openScreen, network } = useServer()

const filterOf = (search: string) =>
  JSON.parse(new URLSearchParams(search).get('filter') ?? '{}') as Record<string, unknown>

/** The parameters that the last list was asked for with. */
const watchQueries = () => {
  const queries: URLSearchParams[] = []
  network.events.on('request:start', ({ request }) => {
    const url = new URL(request.url)
    if (url.pathname === '/api/log/getAdminLogPageList') queries.push(url.searchParams)
  })
  return () => Object.fromEntries(queries.at(-1) ?? [])
}

const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short' }).format()

test('a filter of days has presets and two dates, each of them optional, and shows its range', async () => {
  await (
    await app().as('admin')
  ).call('positions.add', {
    postName: '顾问',
    postCode: 'Counsel',
    postLevel: 5,
    isPartner: 0,
    needLicence: 0,
    sort: 0,
    enabled: '1',
  })
  const latestQuery = watchQueries()
  const { user, router } = await openScreen('admin', logs, '/app/logs')
  await user.click(await screen.findByRole('button', { name: '筛选操作时间' }))
  await user.click(await screen.findByRole('button', { name: '今天' }))
  await waitFor(() => expect(latestQuery()).toMatchObject({ from: today, to: today }))
  // A set filter is named by the text that is seen (WCAG 2.5.3).
  const chip = await screen.findByRole('button', { name: /^操作时间：/ })
  expect(chip.textContent).toBe(`操作时间：${today} 至 ${today}`)
  expect(filterOf(router.state.location.search)).toEqual({ from: today, to: today })

  await user.click(chip)
  const panel = await screen.findByRole('dialog', { name: '筛选操作时间' })
  const [from, to] = [within(panel).getByLabelText('开始日期'), within(panel).getByLabelText('结束日期')]
  await user.clear(from)
  await user.type(from, '20270102')
  await user.clear(to)
  await user.type(to, '2027-1-1')
  await user.click(within(panel).getByRole('button', { name: '应用' }))
  expect(await within(panel).findByText('结束日期不能早于开始日期')).toBeTruthy()
  await user.clear(to)
  await user.click(within(panel).getByRole('button', { name: '应用' }))
  await waitFor(() => expect(latestQuery()).toMatchObject({ from: '2027-01-02' }))
  expect(latestQuery()).not.toHaveProperty('to')

  await user.click(await screen.findByRole('button', { name: '清除操作时间' }))
  await waitFor(() => expect(filterOf(router.state.location.search)).toEqual({}))
})

test('selects several values of one filter independently', async () => {
  const latestQuery = watchQueries()
  const { user } = await openScreen('admin', logs, '/app/logs')
  await user.click(await screen.findByRole('button', { name: '筛选模块' }))
  const choose = async (label: string) =>
    user.click(await screen.findByRole('option', { name: new RegExp(`^${label}\\d*$`) }))
  await choose('职位')
  await waitFor(() => expect(latestQuery()).toMatchObject({ module: '9' }))
  await choose('人员')
  await waitFor(() => expect(latestQuery()).toMatchObject({ module: '9,4' }))
  expect(screen.getByRole('button', { name: /^模块：/, hidden: true }).textContent).toBe('模块：职位、人员')
  await choose('职位')
  await waitFor(() => expect(latestQuery()).toMatchObject({ module: '4' }))
})

test('combines two filters, and removes one of them', async () => {
  const latestQuery = watchQueries()
  const { user, router } = await openScreen('admin', logs, '/app/logs?filter=%7B%22module%22%3A9%7D')
  await screen.findByRole('button', { name: /^模块：/ })
  await user.click(await screen.findByRole('button', { name: '筛选操作时间' }))
  await user.click(await screen.findByRole('button', { name: '今天' }))
  await waitFor(() => expect(latestQuery()).toMatchObject({ module: '9', from: today, to: today }))
  expect(filterOf(router.state.location.search)).toEqual({ module: 9, from: today, to: today })
  await user.click(await screen.findByRole('button', { name: '清除操作时间' }))
  await waitFor(() => expect(filterOf(router.state.location.search)).toEqual({ module: 9 }))
})

test('filters by the province of an area, and shows its name', async () => {
  const { user, router } = await openScreen('admin', offices, '/app/office/list')
  await user.click(await screen.findByRole('button', { name: '筛选所在地区' }))
  const province = await screen.findByRole<HTMLInputElement>('combobox', { name: /省/ })
  await waitFor(() => expect(province.disabled).toBe(false))
  await user.type(province, '广东')
  await user.click(await screen.findByRole('option', { name: '广东省' }))
  await user.click(screen.getByRole('button', { name: '应用' }))
  await waitFor(() =>
    expect(filterOf(router.state.location.search)).toMatchObject({ provinceCode: '440000' }),
  )
  const chip = await screen.findByRole('button', { name: /^所在地区：/ })
  await waitFor(() => expect(chip.textContent).toBe('所在地区：广东省'))
})

describe('options of a filter', () => {
  test('are found by pinyin, show the number of rows, and are applied with one click', async () => {
    const { user, router } = await openScreen('admin', lawyers, '/app/lawyer')
    await user.click(await screen.findByRole('button', { name: '筛选所属律所' }))
    await user.type(await screen.findByRole('combobox', { name: '搜索所属律所' }), 'nansuo')
    const option = await screen.findByRole('option', { name: /^南所\s*\d+$/ })
    expect(screen.getAllByRole('option')).toHaveLength(1)
    const count = Number(/\d+$/.exec(option.textContent)![0])
    await user.click(option)
    await waitFor(() => expect(screen.queryByRole('combobox', { name: '搜索所属律所' })).toBeNull())
    await waitFor(() => expect(document.querySelector('.filter-count')?.textContent).toContain(String(count)))
    expect(filterOf(router.state.location.search)).toHaveProperty('organizationId')
  })

  test('have no numbers if the back-end does not count', async () => {
    const { user } = await openScreen('admin', lawyers, '/app/lawyer', () => {}, [])
    await user.click(await screen.findByRole('button', { name: '筛选人员类别' }))
    const options = await screen.findAllByRole('menuitemradio')
    expect(options.filter(it => /\d/.test(it.textContent))).toEqual([])
  })
})

describe('a filter beyond a single value', () => {
  const latestOf = (path: string) => {
    const queries: URLSearchParams[] = []
    network.events.on('request:start', ({ request }) => {
      const url = new URL(request.url)
      if (url.pathname === path) queries.push(url.searchParams)
    })
    return () => Object.fromEntries(queries.at(-1) ?? [])
  }

  test('takes several values, which may be excluded, from one menu that stays open', async () => {
    const latest = latestOf('/api/lawyer/pageList')
    const { user, router } = await openScreen('admin', lawyers, '/app/lawyer')
    await user.click(await screen.findByRole('button', { name: '筛选人员类别' }))
    await user.click(await screen.findByRole('menuitemcheckbox', { name: '选择多项' }))
    await user.click(await screen.findByRole('menuitemcheckbox', { name: /^实习律师/ }))
    await user.click(await screen.findByRole('menuitemcheckbox', { name: /^律师助理/ }))
    await waitFor(() => expect(latest()).toMatchObject({ personType: '2,3' }))
    await user.click(await screen.findByRole('menuitemcheckbox', { name: '不是（排除所选）' }))
    await waitFor(() => expect(latest()).toMatchObject({ personType: '2,3', not: 'personType' }))
    expect(filterOf(router.state.location.search)).toEqual({ personType: [2, 3], not: ['personType'] })
    const chip = screen.getByRole('button', { name: /^人员类别：/, hidden: true })
    expect(chip.textContent).toBe('人员类别：不是实习律师、律师助理')
    await user.keyboard('{Escape}')
    await user.click(await screen.findByRole('button', { name: '清除人员类别' }))
    await waitFor(() => expect(filterOf(router.state.location.search)).toEqual({}))
  })

  test('finds rows without a value, and comes back from its address', async () => {
    const latest = latestOf('/api/lawyer/pageList')
    const filter = encodeURIComponent(JSON.stringify({ empty: ['cardCn'], not: ['cardCn'] }))
    const { user } = await openScreen('admin', lawyers, `/app/lawyer?filter=${filter}`)
    const chip = await screen.findByRole('button', { name: /^中文名片：/ })
    expect(chip.textContent).toBe('中文名片：不是空')
    await waitFor(() => expect(latest()).toMatchObject({ empty: 'cardCn', not: 'cardCn' }))
    await user.click(chip)
    await user.click(await screen.findByRole('menuitemcheckbox', { name: '不是（排除所选）' }))
    await waitFor(() => expect(latest()).not.toHaveProperty('not'))
    expect(chip.textContent).toBe('中文名片：空')
  })

  test('is not offered by a back-end that knows one value alone', async () => {
    const latest = latestOf('/api/lawyer/pageList')
    const { user } = await openScreen('admin', lawyers, '/app/lawyer', () => {}, [])
    await user.click(await screen.findByRole('button', { name: '筛选人员类别' }))
    await screen.findAllByRole('menuitemradio')
    expect(screen.queryByRole('menuitemcheckbox')).toBeNull()
    await user.click(screen.getByRole('menuitemradio', { name: /^实习律师/ }))
    await waitFor(() => expect(latest()).toMatchObject({ personType: '2' }))
  })

  test('opens with two presses wherever it is, and stays in the row if it is checked', async () => {
    const { user } = await openScreen('admin', lawyers, '/app/lawyer')
    await user.click(await screen.findByRole('button', { name: '更多筛选' }))
    await user.click(await screen.findByRole('button', { name: '性别' }))
    await user.click(await screen.findByRole('menuitemradio', { name: /^女/ }))
    expect((await screen.findByRole('button', { name: /^性别：/ })).textContent).toBe('性别：女')
    await user.click(screen.getByRole('button', { name: '清除性别' }))
    await user.click(screen.getByRole('button', { name: '更多筛选' }))
    await user.click(await screen.findByRole('checkbox', { name: '始终显示来源' }))
    await user.keyboard('{Escape}')
    expect(await screen.findByRole('button', { name: '筛选来源' })).toBeTruthy()
  })

  test.each([
    ['所属律所', lawyers, '/app/lawyer', '*/api/firmOrganization/validList'],
    ['所在地区', offices, '/app/office/list', '*/api/area/provinceList'],
  ] as const)(
    '%s says that its options cannot be loaded, and loads them again',
    async (label, resource, path, api) => {
      let isDown = true
      const refusal = { code: '4000', message: '服务异常', data: null }
      const { user } = await openScreen('admin', resource, path, () =>
        network.use(http.get(api, () => (isDown ? HttpResponse.json(refusal) : undefined))),
      )
      await user.click(await screen.findByRole('button', { name: `筛选${label}` }))
      const alert = (await screen.findByText('选项加载失败')).closest<HTMLElement>('[role=alert]')!
      isDown = false
      await user.click(within(alert).getByRole('button', { name: '重试' }))
      await waitFor(() => expect(screen.queryByText('选项加载失败')).toBeNull())
    },
  )

  test('by an area takes the focus and typing from the start', async () => {
    const answered = Promise.withResolvers<undefined>()
    const { user } = await openScreen('admin', offices, '/app/office/list', () =>
      network.use(http.get('*/api/area/provinceList', () => answered.promise)),
    )
    await user.click(await screen.findByRole('button', { name: '筛选所在地区' }))
    const province = await screen.findByRole<HTMLInputElement>('combobox', { name: /省/ })
    await waitFor(() => expect(document.activeElement).toBe(province))
    await user.keyboard('guangdong')
    answered.resolve(undefined)
    expect(await screen.findByRole('option', { name: '广东省' })).toBeTruthy()
  })
})

/** Each filter of each list whose options are people: their records have a portrait. */
const filtersOfPeople = entities.flatMap(resource =>
  Object.values(resource.filters).flatMap(({ field }) => {
    const people = 'to' in field ? resourceNamed(field.to) : undefined
    const list = resource.views['list']
    if (!people || !('avatarField' in people) || !people.avatarField || !list) return []
    return [[list.title, field.label, resource, list.path] as const]
  }),
)

describe('a filter of people', () => {
  const openFilter = async (resource: AnyEntity, path: string, label: string) => {
    const opened = await openScreen('admin', resource, path)
    const { user } = opened
    await user.click(await screen.findByRole('button', { name: '更多筛选' }))
    await user.click(await screen.findByRole('button', { name: label }))
    await screen.findByRole('combobox', { name: `搜索${label}` })
    return opened
  }

  test.each(filtersOfPeople)('of %s, %s, shows each with a portrait and the office', async (...filter) => {
    const [, label, resource, path] = filter
    await openFilter(resource, path, label)
    const options = await screen.findAllByRole('option')
    await waitFor(() => {
      for (const option of options) {
        expect(option.querySelector('.person-picture')).not.toBeNull()
        expect(option.querySelector('.person-option small')?.textContent).toMatch(/所/)
      }
    })
  })

  test('tells people of the same name apart, in its options and when they are chosen', async () => {
    const admin = await app().as('admin')
    const list = ['南所', '东所'].map((office, index) => ({
      name: '张伟',
      mobile: `1390000666${index}`,
      organizationId: app().world.offices.get(office)!,
      personType: 1 as const,
      licenseNumber: `1310120191012346${index}`,
    }))
    await admin.call('lawyers.addList', { mode: 'all', list })
    const { user } = await openFilter(logs, '/app/logs', '操作律师')
    await user.click(await screen.findByRole('checkbox', { name: '选择多项' }))
    await user.type(screen.getByRole('combobox', { name: '搜索操作律师' }), '张伟')
    const texts = async () => (await screen.findAllByRole('option')).map(it => it.textContent).toSorted()
    await waitFor(async () =>
      expect(await texts()).toEqual([
        expect.stringContaining('张张伟东所 · 13101201910123461'),
        expect.stringContaining('张张伟南所 · 13101201910123460'),
      ]),
    )
    const chip = screen.getByRole('button', { name: '筛选操作律师', hidden: true })
    await user.click(screen.getByRole('option', { name: /南所/ }))
    await waitFor(() => expect(chip.textContent).toBe('操作律师：张伟 · 南所'))
    await user.click(screen.getByRole('option', { name: /东所/ }))
    await waitFor(() =>
      expect(chip.textContent).toBe(
        '操作律师：张伟 · 南所 · 13101201910123460、张伟 · 东所 · 13101201910123461',
      ),
    )
  })
})
