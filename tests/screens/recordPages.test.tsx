import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeAll, describe, expect, test } from 'vitest'

import { cards } from '../../resources/cards/index.ts'
import { additions } from '../../resources/index.ts'
import { lawyers } from '../../resources/lawyers/index.ts'
import { offices } from '../../resources/offices/index.ts'
import { useServer } from '../support/screen.tsx'
import { setStage } from '../support/stage.ts'

const { app, network, open } = useServer()
const lawyerZheng = '13800000002'
const idOf = (account: string) => app().world.people.get(account)!.id
const eastOffice = () => app().world.offices.get('东所')!

const personPath = (account = lawyerZheng) => `/app/lawyer/${idOf(account)}/show`
const officePath = () => `/app/office/${eastOffice()}/show`
const part = async (name: string) => within(await screen.findByRole('region', { name }))
const slot = (name: string) => document.querySelector<HTMLElement>(`[data-slot=${name}]`)!
const refusal = { code: '4291', message: '操作太频繁', data: null, requestId: 'r-1' }
const hrefOf = (link: HTMLElement) => decodeURIComponent(link.getAttribute('href')!)

let cardId = 0
beforeAll(async () => {
  const admin = await app().as('admin')
  const { id } = await admin.call('cards.createCard', {
    lawyerId: idOf(lawyerZheng),
    language: 'CN',
    name: '郑律师',
  })
  cardId = id
  const { version } = await admin.call('lawyers.lawyerInfo', { id: idOf(lawyerZheng) })
  await admin.call('lawyers.update', { id: idOf(lawyerZheng), version, team: '争议解决部' })
  const stage = await setStage(app(), { office: '东所', admin: 'branch' })
  await stage.lawyer(0)
  await stage.waiting()
})

describe('page of a person', () => {
  test('opens from the name in the list, and editing is an action of the row', async () => {
    const { user, router } = await open('admin', lawyers, '/app/lawyer')
    const row = within(await screen.findByRole('row', { name: /郑律师/ }))
    expect(row.getByRole('link', { name: '编辑郑律师' }).getAttribute('href')).toBe(
      `/app/lawyer/${idOf(lawyerZheng)}`,
    )
    await user.click(row.getByRole('link', { name: '郑律师' }))
    await waitFor(() => expect(router.state.location.pathname).toBe(personPath()))
    await screen.findByRole('region', { name: '基本信息' })
    expect(slot('title').textContent).toBe('郑律师')
    expect(slot('state').textContent).toBe('正常')
    const edit = within(slot('actions')).getByRole('link', { name: '编辑' })
    expect(edit.classList.contains('MuiButton-contained')).toBe(true)
    expect(within(slot('actions')).getByRole('link', { name: '办理离所' })).toBeTruthy()
  })

  test('shows missing data, and the state of both cards', async () => {
    await open('admin', lawyers, personPath())
    const head = await part('概要')
    expect(head.getByText('未登记执业证号')).toBeTruthy()
    expect(head.getByText(/未登记\d{4}年度考核/)).toBeTruthy()
    const { records } = await (
      await app().as('admin')
    ).call('lawyers.pageList', { missing: 'licence', pageSize: 100 })
    expect(records.map(({ id }) => id)).toContain(idOf(lawyerZheng))
    const chinese = await part('中文名片')
    expect(await chinese.findByText('草稿')).toBeTruthy()
    expect(chinese.getByText(/^完整度 \d+%$/)).toBeTruthy()
    expect(chinese.getByRole('link', { name: '查看' }).getAttribute('href')).toBe(
      `/app/card/detail/${cardId}`,
    )
    const english = await part('英文名片')
    expect(english.getByText('未创建')).toBeTruthy()
    expect(english.getByRole('link', { name: '新建名片' }).getAttribute('href')).toBe(
      `/app/card/create?lawyerId=${idOf(lawyerZheng)}&language=EN`,
    )
  })

  test('shows the latest log entries, with a link to the others, where no timeline is served', async () => {
    await open('admin', lawyers, personPath(), () => {}, [])
    const log = await part('操作记录')
    const [row] = await log.findAllByRole('listitem')
    expect(row!.textContent).toContain('赵主任')
    expect(within(row!).getByRole('link').getAttribute('href')).toMatch(/^\/app\/logs\/\d+$/)
    expect(hrefOf(log.getByRole('link', { name: '查看全部' }))).toBe(
      `/app/logs?filter={"targetType":"lawyers","targetId":${idOf(lawyerZheng)},"target":"郑律师"}`,
    )
  })

  test('shows devices to users who may end their sessions', async () => {
    await app().asNew(lawyerZheng)
    const first = await open('admin', lawyers, personPath())
    expect(await (await part('登录设备')).findByText(/最近使用/)).toBeTruthy()
    first.close()
    await open('branch2', lawyers, personPath())
    await screen.findByRole('region', { name: '时间线' })
    expect(screen.queryByRole('region', { name: '登录设备' })).toBeNull()
  })

  test('ends a session from its row, with a reason', async () => {
    const zheng = await app().asNew(lawyerZheng)
    const { user } = await open('admin', lawyers, personPath())
    const devices = await part('登录设备')
    const rows = (await devices.findAllByRole('listitem')).length
    // The last used session stands first.
    await user.click(devices.getAllByRole('button', { name: /^下线/ })[0]!)
    const question = within(await screen.findByRole('dialog', { name: /^下线“/ }))
    await user.type(question.getByRole('textbox', { name: /^下线原因/ }), '电脑遗失')
    await user.click(question.getByRole('button', { name: '下线' }))
    await waitFor(() => expect(devices.queryAllByRole('listitem')).toHaveLength(rows - 1))
    expect((await zheng.send('GET', '/auth/self')).body.code).toBe('4003')
  })

  test('reports a failed part alone, and retries it', async () => {
    const { user } = await open('admin', lawyers, personPath(), () =>
      network.use(http.get('*/api/log/timeline', () => HttpResponse.json(refusal), { once: true })),
    )
    const log = await part('时间线')
    expect((await log.findByRole('alert')).textContent).toContain('操作太频繁')
    expect(await (await part('中文名片')).findByText('草稿')).toBeTruthy()
    await user.click(log.getByRole('button', { name: '重试' }))
    expect(await log.findAllByRole('listitem')).not.toHaveLength(0)
  })

  test('reports a missing right for a part', async () => {
    await open('admin', lawyers, personPath(), () =>
      network.use(
        http.get('*/api/log/timeline', () =>
          HttpResponse.json({ ...refusal, code: '4030', message: '没有权限' }),
        ),
      ),
    )
    expect(await (await part('时间线')).findByText('没有权限查看')).toBeTruthy()
  })

  test('leaves out parts that the back-end does not support', async () => {
    await open('admin', lawyers, personPath(), () => {}, [])
    await part('操作记录')
    expect(additions).toContain('GET /lawyer/devices/{id}')
    expect(screen.queryByRole('region', { name: '登录设备' })).toBeNull()
  })

  test('says that the person does not exist', async () => {
    await open('admin', lawyers, '/app/lawyer/999999/show')
    expect(await screen.findByText('这条记录不存在或已删除')).toBeTruthy()
    expect(screen.queryByRole('region', { name: '时间线' })).toBeNull()
  })

  test('opens after saving', async () => {
    const { user, router } = await open('admin', lawyers, `/app/lawyer/${idOf(lawyerZheng)}`)
    const remark = await screen.findByRole('textbox', { name: /^备注/ })
    await user.type(remark, '下月休假')
    await user.click(screen.getByRole('button', { name: '保存' }))
    await waitFor(() => expect(router.state.location.pathname).toBe(personPath()))
    expect(await screen.findByText('下月休假')).toBeTruthy()
  })

  test('shows the changes of an action', async () => {
    const wang = '13800000003'
    const { user } = await open('admin', lawyers, personPath(wang))
    await user.click(await screen.findByRole('button', { name: '停用' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByRole('textbox', { name: /^停用原因/ }), '长期休假')
    await user.click(dialog.getByRole('button', { name: '停用' }))
    await waitFor(() => expect(slot('state').textContent).toBe('已停用'))
    expect(await (await part('时间线')).findByText(/停用/)).toBeTruthy()
  })
})

describe('page of an office', () => {
  test('shows numbers, each with a link to the rows that it counts', async () => {
    await open('admin', offices, officePath())
    const people = await part('在册人员')
    const total = await people.findByRole('link', { name: /^\d+$/ })
    expect(hrefOf(total)).toBe(`/app/lawyer?filter={"organizationId":${eastOffice()},"status":[0,1,3]}`)
    const normal = people.getByRole('link', { name: /^正常 \d+$/ })
    expect(hrefOf(normal)).toBe(`/app/lawyer?filter={"organizationId":${eastOffice()},"status":1}`)
    const counts = await (await app().as('admin')).call('lawyers.lawyerNum', { organizationId: eastOffice() })
    const { lawyerNum } = await (
      await app().as('admin')
    ).call('offices.firmOrganizationInfo', { organizationId: eastOffice() })
    expect(lawyerNum).toBe(counts.pending + counts.normal + counts.disabled)
    expect([total.textContent, normal.textContent]).toEqual([String(lawyerNum), `正常 ${counts.normal}`])
    expect(hrefOf(await (await part('名片')).findByRole('link', { name: /^\d+$/ }))).toBe(
      `/app/card?filter={"organizationId":${eastOffice()}}`,
    )
    const articles = await part('内容')
    expect(hrefOf((await articles.findAllByRole('link', { name: / [1-9]\d*$/ }))[0]!)).toMatch(
      new RegExp(`^/app/cms/\\w+\\?filter={"organizationId":${eastOffice()}}$`),
    )
  })

  test('lists administrators and recent log entries', async () => {
    const admin = await app().as('admin')
    const { version } = await admin.call('offices.firmOrganizationInfo', { organizationId: eastOffice() })
    await admin.call('offices.update', {
      organizationId: eastOffice(),
      version,
      workHours: '周一至周五 9:00–18:00',
    })
    await open('admin', offices, officePath())
    await screen.findByText('孙主管')
    const own = screen.getByRole('region', { name: '管理员' })
    expect(own.textContent).toContain('分所主管理员')
    expect(within(own).getByRole('link', { name: '查看全部' }).getAttribute('href')).toBe(
      `/app/office/${eastOffice()}/admins`,
    )
    expect(await (await part('时间线')).findAllByRole('listitem')).not.toHaveLength(0)
    expect(slot('title').textContent).toBe('东所')
    expect(slot('state').textContent).toContain('启用')
    expect(within(slot('actions')).getByRole('link', { name: '编辑' })).toBeTruthy()
  })

  test('reports a failed number alone', async () => {
    await open('admin', offices, officePath(), () =>
      network.use(http.get('*/api/lawyer/lawyerNum', () => HttpResponse.json(refusal))),
    )
    expect(await (await part('在册人员')).findByRole('alert')).toBeTruthy()
    expect(await (await part('名片')).findByRole('link', { name: /^\d+$/ })).toBeTruthy()
  })

  test('is hidden from other branches', async () => {
    await open('south', offices, officePath())
    expect(await screen.findByText('这条记录不存在或已删除')).toBeTruthy()
  })
})

test('record pages are part of the menu entries of their lists', () => {
  expect([lawyers.views.show?.parent, offices.views.show?.parent]).toEqual(['lawyer.list', 'office.list'])
  expect(cards.views.show?.parent).toBe('card.list')
})
