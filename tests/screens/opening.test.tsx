import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'

import type { AnyResource } from '../../resources/kit/index.ts'
import { offices } from '../../resources/offices/index.ts'
import { positions } from '../../resources/positions.ts'
import { useServer } from '../support/screen.tsx'

const { app, network, open } = useServer()

let count = 0
/** A new position of the server's own, so that tests do not meet. */
const add = async () => {
  const { call } = await app().as('admin')
  count += 1
  const postName = `顾问${count}`
  const more = { postLevel: 5, isPartner: 0, needLicence: 0, sort: 0, enabled: '1' } as const
  const { postId } = await call('positions.add', { postName, postCode: `Counsel ${count}`, ...more })
  return { postId, postName }
}
const read = async (postId: number) => (await app().as('admin')).call('positions.one', { postId })
const change = async (postId: number, values: { postName?: string; postLevel?: number }) =>
  (await app().asNew('admin')).call('positions.update', { postId, ...values, version: 1 })

const textbox = (label: string) =>
  screen.findByRole<HTMLInputElement>('textbox', { name: new RegExp(`^${label}`) })
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: '保存' })
const isWaiting = () => document.querySelector('.form-grid')?.getAttribute('aria-busy') === 'true'

/** Goes from the list to a record that the server does not answer until it is released. */
const openFrom = async (resource: AnyResource, call: string, record: { id: number; name: string }) => {
  const { promise, resolve: release } = Promise.withResolvers<Response | void>()
  const opened = await open('admin', resource, resource.views.list!.path, () =>
    network.use(
      http.get(`*/api/${call}`, async ({ request }) => {
        return (await promise) ?? app().app.fetch(request)
      }),
    ),
  )
  const link = await screen.findByRole('link', { name: record.name })
  await opened.user.click(link)
  await waitFor(() => expect(isWaiting()).toBe(true))
  return { ...opened, release }
}

const openPosition = ({ postId, postName }: { postId: number; postName: string }) =>
  openFrom(positions, `firm/post/${postId}`, { id: postId, name: postName })

describe('a record that is opened from its list', () => {
  test('can be typed into before it is there, and is saved when it is', async () => {
    const added = await add()
    const { user, release, router } = await openPosition(added)
    await user.type(await textbox('职位名称'), '甲')
    await user.type(await textbox('备注'), '先写的')
    expect(save().disabled).toBe(true)
    await user.keyboard('{Control>}s{/Control}')
    release()
    await waitFor(() => expect(save().disabled).toBe(false))
    expect((await textbox('职位名称')).value).toBe(`${added.postName}甲`)
    await user.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(router.state.location.pathname).toBe(positions.views.list!.path))
    expect(await read(added.postId)).toMatchObject({
      postName: `${added.postName}甲`,
      remark: '先写的',
      version: 2,
    })
  })

  test('takes what others changed meanwhile around what was typed', async () => {
    const added = await add()
    const { user, release, router } = await openPosition(added)
    await user.type(await textbox('备注'), '我的')
    await change(added.postId, { postLevel: 7 })
    release()
    await waitFor(() => expect(save().disabled).toBe(false))
    expect((await textbox('职级')).value).toBe('7')
    await user.click(save())
    await waitFor(() => expect(router.state.location.pathname).toBe(positions.views.list!.path))
    expect(await read(added.postId)).toMatchObject({ postLevel: 7, remark: '我的' })
  })

  test('asks about what was typed over a value that others had changed', async () => {
    const added = await add()
    const { user, release, router } = await openPosition(added)
    await user.type(await textbox('职位名称'), '甲')
    await change(added.postId, { postName: `${added.postName}乙` })
    release()
    await waitFor(() => expect(save().disabled).toBe(false))
    await user.click(save())
    const dialog = await screen.findByRole('dialog', { name: '内容已被他人修改' })
    const choice = within(dialog).getByRole('group', { name: '职位名称' })
    expect(choice.textContent).toContain(`${added.postName}甲`)
    expect(choice.textContent).toContain(`${added.postName}乙`)
    await user.click(within(dialog).getByRole('button', { name: '按以上选择保存' }))
    await waitFor(() => expect(router.state.location.pathname).toBe(positions.views.list!.path))
    expect(await read(added.postId)).toMatchObject({ postName: `${added.postName}甲`, version: 3 })
  })

  test('keeps what was typed where the server does not answer, and goes on when it does', async () => {
    const added = await add()
    const { user, release } = await openPosition(added)
    await user.type(await textbox('备注'), '不能丢')
    network.use(http.get(`*/api/firm/post/${added.postId}`, () => HttpResponse.error()))
    release(HttpResponse.error())
    expect(await screen.findByText(/^刷新失败/)).toBeTruthy()
    expect((await textbox('备注')).value).toBe('不能丢')
    expect(save().disabled).toBe(true)
    network.resetHandlers(http.all('*/api/*', ({ request }) => app().app.fetch(request)))
    await user.click(screen.getByRole('button', { name: '重试' }))
    await waitFor(() => expect(save().disabled).toBe(false))
    expect((await textbox('备注')).value).toBe('不能丢')
    expect(screen.queryByText(/^刷新失败/)).toBeNull()
  })

  test('keeps what was typed as a draft where it cannot be read', async () => {
    const added = await add()
    const { user, release } = await openPosition(added)
    await user.type(await textbox('备注'), '不能丢')
    await waitFor(() => expect(JSON.stringify({ ...sessionStorage })).toContain('不能丢'))
    const { call } = await app().as('admin')
    await call('positions.remove', { postId: added.postId })
    release()
    expect(await screen.findByText('这条记录不存在或已删除')).toBeTruthy()
    expect(JSON.stringify({ ...sessionStorage })).toContain('不能丢')
  })
})

describe('a long form', () => {
  const openOffice = async () => {
    const { call } = await app().as('admin')
    const { records } = await call('offices.pageList', { pageNum: 1, pageSize: 1 })
    const { organizationId: id, name } = records[0]!
    return openFrom(offices, 'firmOrganization/firmOrganizationInfo', { id, name })
  }
  const sections = () => screen.getAllByRole('region').map(it => it.getAttribute('aria-label'))
  const last = '展示'

  test('offers to write what the list holds; the rest comes with the record, and the sections below unasked', async () => {
    const { release } = await openOffice()
    expect((await textbox('律所名称')).disabled).toBe(false)
    expect(screen.queryByRole('textbox', { name: /^统一社会信用代码/ })).toBeNull()
    expect(sections()).not.toContain(last)
    release()
    await textbox('统一社会信用代码')
    await waitFor(() => expect(sections()).toContain(last))
  })
})
