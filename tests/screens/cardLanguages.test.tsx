import { act, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeAll, expect, test } from 'vitest'

import { cards } from '../../resources/cards/index.ts'
import { useServer } from '../support/screen.tsx'
import { setStage } from '../support/stage.ts'

const { app, network, open } = useServer()
const lawyerZheng = '13800000002'
const lawyerWu = '13800000001'
const ids = { CN: 0, EN: 0, alone: 0 }

beforeAll(async () => {
  const admin = await app().as('admin')
  const lawyerId = app().world.people.get(lawyerZheng)!.id
  const create = async (of: number, language: 'CN' | 'EN', name: string) =>
    (await admin.call('cards.createCard', { lawyerId: of, language, name })).id
  ids.CN = await create(lawyerId, 'CN', '郑律师')
  ids.EN = await create(lawyerId, 'EN', 'Zheng')
  ids.alone = await create(app().world.people.get(lawyerWu)!.id, 'CN', '吴律师')
})

const editPath = (id: number) => `/app/card/edit/${id}`
const detailPath = (id: number) => `/app/card/detail/${id}`
const tab = (name: RegExp) => screen.findByRole('button', { name })
/** Opens the other language, and waits until its form stands in the place of the first. */
const switchTo = async (user: Awaited<ReturnType<typeof open>>['user'], name: RegExp) => {
  await user.click(await tab(name))
  await waitFor(async () => expect((await tab(name)).getAttribute('aria-pressed')).toBe('true'))
}
const slogan = () => screen.findByRole<HTMLInputElement>('textbox', { name: /^个人签名/ })

test('both forms keep typed values when switching between the languages', async () => {
  const { user, router } = await open('admin', cards, editPath(ids.CN))
  await user.type(await slogan(), '先看合同')
  await switchTo(user, /^英文名片/)
  expect(router.state.location.pathname).toBe(editPath(ids.EN))
  await waitFor(async () => expect((await slogan()).value).toBe(''))
  expect((await tab(/^中文名片/)).textContent).toContain('未保存')
  await user.type(await slogan(), 'Read the contract')
  await switchTo(user, /^中文名片/)
  expect((await slogan()).value).toBe('先看合同')
  await act(() => router.navigate(-1))
  await waitFor(async () => expect((await slogan()).value).toBe('Read the contract'))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('leaving the page asks about unsaved changes in either form', async () => {
  const { user, router } = await open('admin', cards, editPath(ids.CN))
  await user.type(await slogan(), '先看合同')
  await switchTo(user, /^英文名片/)
  expect(router.state.location.pathname).toBe(editPath(ids.EN))
  await user.click(await screen.findByRole('button', { name: '返回' }))
  const dialog = within(await screen.findByRole('dialog', { name: '有未保存的修改' }))
  await user.click(dialog.getByRole('button', { name: '放弃并离开' }))
  await waitFor(() => expect(router.state.location.pathname).toBe(detailPath(ids.EN)))
  expect(Object.keys(sessionStorage).filter(key => key.includes(':draft:'))).toEqual([])
})

test("opening another person's card asks before leaving changes, which are offered on return", async () => {
  const { user, router } = await open('admin', cards, editPath(ids.CN))
  await user.type(await slogan(), '先看合同')
  await act(() => router.navigate(editPath(ids.alone)))
  const dialog = within(await screen.findByRole('dialog', { name: '有未保存的修改' }))
  await user.click(dialog.getByRole('button', { name: '离开' }))
  await waitFor(async () =>
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: /^姓名/ })).value).toBe('吴律师'),
  )
  expect((await slogan()).value).toBe('')
  await act(() => router.navigate(editPath(ids.CN)))
  await user.click(await screen.findByRole('button', { name: '恢复' }))
  expect((await slogan()).value).toBe('先看合同')
  await user.click(await screen.findByRole('button', { name: '返回' }))
  await user.click(await screen.findByRole('button', { name: '放弃并离开' }))
})

test('each form is saved separately', async () => {
  const { user, router } = await open('admin', cards, editPath(ids.CN))
  await switchTo(user, /^英文名片/)
  expect(router.state.location.pathname).toBe(editPath(ids.EN))
  await user.type(await slogan(), 'Plain words')
  await user.click(screen.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(router.state.location.pathname).toBe(detailPath(ids.EN)))
  const admin = await app().as('admin')
  expect((await admin.call('cards.cardInfo', { id: ids.EN })).slogan).toBe('Plain words')
  expect((await admin.call('cards.cardInfo', { id: ids.CN })).slogan ?? null).toBeNull()
})

test('the page of a card links to the other language', async () => {
  const { user, router } = await open('admin', cards, detailPath(ids.CN))
  expect((await tab(/^中文名片/)).getAttribute('aria-pressed')).toBe('true')
  await user.click(await tab(/^英文名片/))
  await waitFor(() => expect(router.state.location.pathname).toBe(detailPath(ids.EN)))
  await waitFor(async () => expect((await tab(/^英文名片/)).getAttribute('aria-pressed')).toBe('true'))
})

test('offers to create the card in a language without one', async () => {
  const { user, router } = await open('admin', cards, detailPath(ids.alone))
  await waitFor(async () => expect((await tab(/^英文名片/)).textContent).toContain('未创建'))
  await user.click(await tab(/^英文名片/))
  await waitFor(() => expect(router.state.location.pathname).toBe('/app/card/create'))
  expect(router.state.location.search).toBe(`?lawyerId=${app().world.people.get(lawyerWu)!.id}&language=EN`)
})

test('hides the language tabs if the other card cannot be read', async () => {
  const failure = { code: '4291', message: '操作太频繁', data: null, requestId: 'r-1' }
  await open('admin', cards, detailPath(ids.CN), () =>
    network.use(http.get('*/api/lawyer/card/cardInfoByLawyer', () => HttpResponse.json(failure))),
  )
  await screen.findByRole('region', { name: '基本信息' })
  await waitFor(() => expect(screen.queryByRole('group', { name: '语言版本' })).toBeNull())
})

test('an English card says what it lacks and what has not followed the Chinese one, until that is confirmed', async () => {
  const admin = await app().as('admin')
  const change = async (id: number, patch: object) => {
    const { version } = await admin.call('cards.cardInfo', { id })
    return admin.call('cards.update', { id, version, ...patch })
  }
  const { id: lawyerId } = app().world.people.get('13800000003')!
  const { needed } = await setStage(app())
  const create = async (language: 'CN' | 'EN', content: object) => {
    const name = language === 'CN' ? '冯律师' : 'Feng'
    return (
      await admin.call('cards.createCard', { lawyerId, language, name, ...needed, ...content, publish: 1 })
    ).id
  }
  const chinese = await create('CN', { slogan: '先看合同', intro: '<p>2008年起执业</p>', team: '二部' })
  const english = await create('EN', { slogan: 'Contracts first', intro: '<p>Since 2009</p>' })
  app().clock.advance(60_000)
  await change(chinese, { slogan: '先看合同再签字' })
  const { user, showLocale } = await open('admin', cards, editPath(english))
  const note = within(await screen.findByRole('region', { name: '与中文名片对照' }))
  expect(note.getAllByRole('listitem').map(it => it.textContent)).toEqual([
    expect.stringMatching(/^个人签名：中文在.+（版本 2）改过，英文还没有改英文仍然正确$/),
    '英文名片没有填写：团队',
    '个人简介：2008只在中文中，2009只在英文中',
  ])
  await user.click(note.getByRole('button', { name: '个人签名的英文仍然正确' }))
  await waitFor(() => expect(note.getAllByRole('listitem')).toHaveLength(2))
  expect((await admin.call('cards.cardInfo', { id: english })).outdated).toBeUndefined()
  await showLocale('en')
  await screen.findByText('Profile: 2008 only in Chinese, 2009 only in English')
})
