import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, test, vi } from 'vitest'

import { lawyers } from '../../resources/lawyers/index.ts'
import { offices } from '../../resources/offices/index.ts'
import { positions } from '../../resources/positions.ts'
import { countChangedInputs } from '../../src/form/sections.ts'
import { useServer } from '../support/screen.tsx'

const { app, network, open } = useServer()
const list = '/app/operation/position'

let count = 0
/** Adds a new position on the server, so that tests do not share records. */
const add = async (values: object = {}) => {
  const { call } = await app().as('admin')
  count += 1
  const position = {
    postName: `职位${count}`,
    postCode: `Code ${count}`,
    postLevel: 5,
    isPartner: 0,
    needLicence: 0,
    sort: 0,
    enabled: '1',
    ...values,
  } as const
  const { postId } = await call('positions.add', position)
  return { postId, ...position }
}
const read = async (postId: number) => (await app().as('admin')).call('positions.one', { postId })

const input = (label: string) =>
  screen.findByRole<HTMLInputElement>('textbox', { name: new RegExp(`^${label}`) })
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: /^(保存|重试)$/ })

describe('a new record', () => {
  const create = () => open('admin', positions, `${list}/create`)

  test('reports missing fields at their inputs and in a summary, and focuses the first', async () => {
    const { user } = await create()
    const name = await input('职位名称')
    await user.click(save())
    expect(await screen.findByText('请检查 3 处')).toBeTruthy()
    expect(document.activeElement).toBe(name)
    expect(name.getAttribute('aria-invalid')).toBe('true')
    const error = document.getElementById(name.getAttribute('aria-describedby')!)
    expect(error?.textContent).toBe('请输入职位名称')
    await user.click(await screen.findByRole('button', { name: '职级：请输入职级' }))
    expect(document.activeElement).toBe(await input('职级'))
  })

  test("reports the server's errors at their fields", async () => {
    const existing = await add()
    const { user } = await create()
    await user.type(await input('职位名称'), existing.postName)
    await user.type(await input('职位编码'), 'Another Code')
    await user.type(await input('职级'), '３')
    await user.click(save())
    expect(await screen.findByText('该职位名称已存在')).toBeTruthy()
    expect(document.activeElement).toBe(await input('职位名称'))
  })

  test('is saved once with normalised values, and leads to the list', async () => {
    const { user, router } = await create()
    await user.type(await input('职位名称'), ' 首席顾问 ')
    await user.type(await input('职位编码'), 'Chief Counsel')
    await user.type(await input('职级'), '４')
    await user.click(await screen.findByRole('switch', { name: '合伙人职位' }))
    await user.dblClick(save())
    await waitFor(() => expect(router.state.location.pathname).toBe(list))
    const { call } = await app().as('admin')
    const { records } = await call('positions.page', { keyword: '首席顾问' })
    expect(records).toHaveLength(1)
    expect(records[0]).toMatchObject({ postName: '首席顾问', postLevel: 4, isPartner: 1, enabled: '1' })
  })

  test('keeps typed values after a failed request, and retries', async () => {
    const { user, router } = await create()
    network.use(http.post('*/api/firm/post', () => HttpResponse.error(), { once: true }))
    await user.type(await input('职位名称'), '巡回律师')
    await user.type(await input('职位编码'), 'Circuit Lawyer')
    await user.type(await input('职级'), '8')
    await user.click(save())
    expect(await screen.findByText(/没有保存：服务异常/)).toBeTruthy()
    expect((await input('职位名称')).value).toBe('巡回律师')
    await user.click(await screen.findByRole('button', { name: '重试' }))
    await waitFor(() => expect(router.state.location.pathname).toBe(list))
  })

  test('is not submitted by an Enter that confirms a composition', async () => {
    await create()
    const name = await input('职位名称')
    fireEvent.compositionStart(name)
    const isAllowed = fireEvent.keyDown(name, { key: 'Enter', keyCode: 229 })
    expect(isAllowed).toBe(false)
  })
})

describe('an existing record', () => {
  test('is not saved without differences, and says so', async () => {
    const admin = await app().as('admin')
    const position = {
      postName: '顾问律师',
      postCode: 'Counsel Two',
      postLevel: 9,
      enabled: '1',
      isPartner: 0,
      needLicence: 0,
      sort: 0,
    } as const
    const { postId, version } = await admin.call('positions.add', position)
    const { user } = await open('admin', positions, `${list}/${postId}`)
    await user.type(await input('职位名称'), ' ')
    await user.click(save())
    expect(await screen.findByText('没有修改，未保存')).toBeTruthy()
    expect((await admin.call('positions.one', { postId })).version).toBe(version)
  })
  const edit = (postId: number) => open('admin', positions, `${list}/${postId}`)

  test('can be saved only if a value has changed', async () => {
    const { postId, postName } = await add()
    const { user } = await edit(postId)
    const name = await input('职位名称')
    expect(save().disabled).toBe(true)
    await user.type(name, '甲')
    expect(await screen.findByText('1 项未保存')).toBeTruthy()
    expect(save().disabled).toBe(false)
    await user.type(name, '{Backspace}')
    expect(name.value).toBe(postName)
    expect(save().disabled).toBe(true)
  })

  test('is saved with Ctrl+S, sending only changed fields', async () => {
    const { postId } = await add()
    const { user, router } = await edit(postId)
    let sent: unknown
    network.use(
      http.put('*/api/firm/post/*', async ({ request }) => {
        sent = await request.clone().json()
      }),
    )
    await user.type(await input('备注'), '资深人员')
    await user.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(router.state.location.pathname).toBe(list))
    expect(sent).toEqual({ remark: '资深人员', version: 1, firmId: 1 })
    expect(await read(postId)).toMatchObject({ remark: '资深人员' })
  })

  test('is saved by a shortcut with the last key presses, even on a busy page', async () => {
    const { postId } = await add()
    const { user, router } = await edit(postId)
    const remark = await input('备注')
    vi.stubGlobal('requestIdleCallback', () => 0)
    await user.type(remark, '资深')
    vi.unstubAllGlobals()
    await user.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(router.state.location.pathname).toBe(list))
    expect(await read(postId)).toMatchObject({ remark: '资深' })
  })

  test('prevents closing the window only while it has changes', async () => {
    const { postId } = await add()
    const { user, router } = await open('admin', positions, `${list}/${postId}`)
    const isAsked = () => {
      const event = new Event('beforeunload', { cancelable: true })
      window.dispatchEvent(event)
      return event.defaultPrevented
    }
    const remark = await input('备注')
    expect(isAsked()).toBe(false)
    await user.type(remark, '甲')
    await waitFor(() => expect(isAsked()).toBe(true))
    await user.type(remark, '{Backspace}')
    await waitFor(() => expect(isAsked()).toBe(false))
    await user.type(remark, '乙')
    await waitFor(() => expect(isAsked()).toBe(true))
    await user.click(save())
    await waitFor(() => expect(router.state.location.pathname).toBe(list))
    expect(isAsked()).toBe(false)
  })

  test('asks before unsaved changes are left', async () => {
    const { postId } = await add()
    const { user, router } = await edit(postId)
    await user.type(await input('职位名称'), '乙')
    await user.click(await screen.findByRole('button', { name: '返回' }))
    const dialog = await screen.findByRole('dialog', { name: '有未保存的修改' })
    await user.click(within(dialog).getByRole('button', { name: '继续编辑' }))
    expect(router.state.location.pathname).toBe(`${list}/${postId}`)
    await user.click(await screen.findByRole('button', { name: '返回' }))
    await user.click(await screen.findByRole('button', { name: '放弃并离开' }))
    await waitFor(() => expect(router.state.location.pathname).toBe(list))
  })

  test('keeps what was typed when it is left, and offers it on return with its time until it is saved', async () => {
    const { postId, postName } = await add()
    const { user, router } = await edit(postId)
    await user.type(await input('职位名称'), '丙')
    await user.click(await screen.findByRole('button', { name: '返回' }))
    expect(await screen.findByText(/会作为草稿留着/)).toBeTruthy()
    await user.click(await screen.findByRole('button', { name: '离开' }))
    await screen.findByText('新增职位')

    await act(() => router.navigate(`${list}/${postId}`))
    expect(await screen.findByText(/^恢复未保存的内容？（\d{4}-\d\d-\d\d \d\d:\d\d 填写）$/)).toBeTruthy()
    expect((await input('职位名称')).value).toBe(postName)
    await user.click(await screen.findByRole('button', { name: '恢复' }))
    expect((await input('职位名称')).value).toBe(`${postName}丙`)
    await user.click(save())
    await screen.findByText('新增职位')
    await act(() => router.navigate(`${list}/${postId}`))
    expect((await input('职位名称')).value).toBe(`${postName}丙`)
    expect(screen.queryByRole('button', { name: '恢复' })).toBeNull()
  })

  test('says on return that the record was changed after it was left', async () => {
    const { postId, postName } = await add()
    const before = await edit(postId)
    await before.user.type(await input('备注'), '丁')
    await before.user.click(await screen.findByRole('button', { name: '返回' }))
    await before.user.click(await screen.findByRole('button', { name: '离开' }))
    await screen.findByText('新增职位')
    before.close()
    const admin = await app().as('admin')
    const { version } = await read(postId)
    await admin.call('positions.update', { postId, postName: `${postName}改`, version })

    const { user, router } = await edit(postId)
    expect(await screen.findByText(/之后这条记录被修改过/)).toBeTruthy()
    await user.click(await screen.findByRole('button', { name: '恢复' }))
    expect((await input('职位名称')).value).toBe(`${postName}改`)
    expect((await input('备注')).value).toBe('丁')
    await user.click(await screen.findByRole('button', { name: '返回' }))
    await user.click(await screen.findByRole('button', { name: '放弃并离开' }))
    await screen.findByText('新增职位')
    await act(() => router.navigate(`${list}/${postId}`))
    expect((await input('备注')).value).toBe('')
    expect(screen.queryByRole('button', { name: '恢复' })).toBeNull()
  })

  test('resolves an edit conflict field by field without losing values', async () => {
    const { postId, postName } = await add()
    const { user, router } = await edit(postId)
    await user.type(await input('职位名称'), '甲')
    await user.type(await input('备注'), '我的备注')
    const { call } = await app().asNew('admin')
    await call('positions.update', { postId, postName: `${postName}乙`, postLevel: 6, version: 1 })
    await user.click(save())

    const dialog = await screen.findByRole('dialog', { name: '内容已被他人修改' })
    expect(
      within(dialog).getByText(/^赵主任在 .+ 保存过这条记录。下面各项两人都改过，请逐项选择。$/),
    ).toBeTruthy()
    expect(within(dialog).getByText('对方还修改了：职级。这些修改会保留。')).toBeTruthy()
    const choice = within(dialog).getByRole('group', { name: '职位名称' })
    expect(choice.textContent).toContain(`${postName}甲`)
    await user.click(within(choice).getByRole('radio', { name: new RegExp('对方的') }))
    await user.click(within(dialog).getByRole('button', { name: '按以上选择保存' }))
    await waitFor(() => expect(router.state.location.pathname).toBe(list))
    expect(await read(postId)).toMatchObject({
      postName: `${postName}乙`,
      postLevel: 6,
      remark: '我的备注',
    })
  })

  test('says that it was deleted', async () => {
    await edit(999_999)
    expect(await screen.findByText('这条记录不存在或已删除')).toBeTruthy()
  })
})

describe('a picture of another back-end', () => {
  const picture =
    'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" onload="parent.stolen = 1"/%3E'
  const withPicture = async () => {
    const { id } = app().world.people.get('13800000001')!
    const sent: unknown[] = []
    const screenOf = await open('admin', lawyers, `/app/lawyer/${id}`, () =>
      network.use(
        http.get('*/api/lawyer/lawyerInfo/*', async ({ request }) => {
          const answer = await app().app.fetch(request)
          const body = (await answer.json()) as { data: object }
          return HttpResponse.json({ ...body, data: { ...body.data, avatar: picture } })
        }),
        http.post('*/api/lawyer/update', async ({ request }) => void sent.push(await request.clone().json())),
      ),
    )
    return { ...screenOf, sent }
  }

  test('is shown safely, and an unchanged one is neither validated nor sent', async () => {
    const { user, sent, router } = await withPicture()
    const remark = await screen.findByRole('textbox', { name: /^备注/ })
    const picturePreview = await screen.findByRole('img', { name: '头像' })
    expect(picturePreview.getAttribute('src')).toBe(picture)
    expect(document.querySelectorAll('iframe, object, embed, a[href^="data:"]')).toHaveLength(0)
    await user.type(remark, '同一张照片')
    await user.click(screen.getByRole('button', { name: '保存' }))
    await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/app\/lawyer\/\d+\/show$/))
    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatchObject({ remark: '同一张照片' })
    expect(sent[0]).not.toHaveProperty('avatar')
  })

  test('can be removed', async () => {
    const { user, sent } = await withPicture()
    await user.click(await screen.findByRole('button', { name: '移除' }))
    await user.click(screen.getByRole('button', { name: '保存' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]).toMatchObject({ avatar: null })
  })
})

describe('a draft', () => {
  const keys = () => Object.keys(sessionStorage).filter(it => it.includes(':draft:'))

  test('survives an interruption, is offered to the same user, and is deleted on saving', async () => {
    const { postId, postName } = await add()
    const first = await open('admin', positions, `${list}/${postId}`)
    await first.user.type(await input('职位名称'), '甲')
    await waitFor(() => expect(keys()).toHaveLength(1))
    const storedDrafts = { ...sessionStorage }

    first.close()
    Object.assign(sessionStorage, storedDrafts)
    const { user, router } = await open('admin', positions, `${list}/${postId}`)
    await user.click(await screen.findByRole('button', { name: '恢复' }))
    expect((await input('职位名称')).value).toBe(`${postName}甲`)
    await user.click(save())
    await waitFor(() => expect(router.state.location.pathname).toBe(list))
    expect(keys()).toHaveLength(0)
  })

  test('of an older version says so, and restores only what was typed', async () => {
    const { postId } = await add()
    const admin = await app().asNew('admin')
    await admin.call('positions.update', { postId, postLevel: 8, version: 1 })
    const self = await admin.call('session.self')
    const draft = (version: number) =>
      sessionStorage.setItem(
        `tenant-admin:draft:${self.userType}-${self.id}:${list}/${postId}`,
        JSON.stringify({ values: { remark: '上次写的' }, savedAt: Date.now(), version }),
      )
    draft(2)
    const current = await open('admin', positions, `${list}/${postId}`)
    expect(await screen.findByText(/恢复未保存的内容/)).toBeTruthy()
    expect(screen.queryByText(/之后这条记录被修改过/)).toBeNull()
    current.close()

    draft(1)
    const { user, router } = await open('admin', positions, `${list}/${postId}`)
    expect(await screen.findByText(/之后这条记录被修改过/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: '恢复' }))
    expect((await input('职级')).value).toBe('8')
    await user.click(save())
    await waitFor(() => expect(router.state.location.pathname).toBe(list))
    expect(await read(postId)).toMatchObject({ remark: '上次写的', postLevel: 8 })
  })

  test('is not offered to another user', async () => {
    const { postId } = await add()
    sessionStorage.setItem(
      `tenant-admin:draft:1-424242:${list}/${postId}`,
      JSON.stringify({ values: { postName: '别人的' }, savedAt: Date.now(), version: 0 }),
    )
    await open('admin', positions, `${list}/${postId}`)
    await input('职位名称')
    expect(screen.queryByText(/恢复未保存的内容/)).toBeNull()
  })

  test('is deleted when the values are changed back', async () => {
    const { postId } = await add()
    const { user } = await open('admin', positions, `${list}/${postId}`)
    await user.type(await input('职位名称'), '甲')
    await waitFor(() => expect(keys()).toHaveLength(1))
    await user.type(await input('职位名称'), '{Backspace}')
    await waitFor(() => expect(keys()).toHaveLength(0))
  })
})

test('an office opens with its area, a municipality without a city, and its place on the map', async () => {
  const { call } = await app().as('admin')
  const saved = { districtCode: '110105', address: '建国路100号', longitude: 116.461234, latitude: 39.909321 }
  const { organizationId } = await call('offices.add', {
    name: '北京朝阳分所',
    shortName: '朝阳',
    phone: ['010-55550000'],
    isMain: 0,
    ...saved,
  })
  await open('admin', offices, `/app/office/${organizationId}/detail`)
  const area = (level: string) =>
    screen.findByRole<HTMLInputElement>('combobox', { name: new RegExp(`：${level}$`) })
  await waitFor(async () => expect((await area('省')).value).toBe('北京市'))
  await waitFor(async () => expect((await area('区县')).value).toBe('朝阳区'))
  await waitFor(() => expect(screen.queryByRole('combobox', { name: /：市$/ })).toBeNull())
  expect((await input('经度')).value).toBe('116.461234')
  expect((await input('纬度')).value).toBe('39.909321')
})

test('without a key of a map, an office’s place is typed and saved, and no map is offered', async () => {
  const { call } = await app().as('admin')
  const { organizationId } = await call('offices.add', {
    name: '无图分所',
    shortName: '无图',
    phone: ['021-55550000'],
    isMain: 0,
    districtCode: '310115',
    address: '世纪大道1号',
  })
  const { user } = await open('admin', offices, `/app/office/${organizationId}/detail`)
  await user.type(await input('经度'), '121.5')
  await user.type(await input('纬度'), '31.2')
  expect(screen.queryByRole('button', { name: '在地图上选点' })).toBeNull()
  await user.click(save())
  await waitFor(async () =>
    expect(await call('offices.firmOrganizationInfo', { organizationId })).toMatchObject({
      longitude: 121.5,
      latitude: 31.2,
    }),
  )
})

test('counts an area as one change, although it has three values', () => {
  const sections = [{ title: '地址', names: ['districtCode', 'address'] }]
  const parts = ['provinceCode', 'cityCode', 'districtCode']
  expect(countChangedInputs(sections, offices.fields, parts)).toBe(1)
  expect(countChangedInputs(sections, offices.fields, [...parts, 'address'])).toBe(2)
})
