import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { beforeAll, expect, test } from 'vitest'

import { cards } from '../../resources/cards/index.ts'
import { offices } from '../../resources/offices/index.ts'
import { type CardFields, prepareCards, submitCard } from '../support/cards.ts'
import { useServer } from '../support/screen.tsx'

const { app, network, open } = useServer()
const lawyer = '13800000002'
let needed: CardFields
beforeAll(async () => void (needed = await prepareCards(app())))

const east = () => app().world.offices.get('东所')!
const path = () => `/app/office/${east()}/card-template`
const allow = async (officeTemplates: 0 | 1) => {
  const admin = await app().as('admin')
  const { version } = await admin.call('firm.mpconf', { draft: 1 })
  await admin.call('firm.updateMpconf', { card: { officeTemplates }, version })
}
const stored = async () => (await app().as('admin')).call('offices.cardTemplate', { organizationId: east() })
const part = (name: string) => screen.findByRole('group', { name })

test('says that the firm lets offices have no templates, and shows what applies', async () => {
  await allow(0)
  await open('branch', offices, path())
  expect(await screen.findByText(/律所没有开启分所名片模板/)).toBeTruthy()
  expect(screen.getByText('经典')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '保存' })).toBeNull()
})

test('greys the firm’s values until the office decides, previews, saves, and goes back to the firm’s', async () => {
  await allow(1)
  const { user } = await open('branch', offices, path())
  expect(within(await part('名片样式')).getByText('经典')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '为本所另设照片样式' }))
  await user.selectOptions(await screen.findByRole('combobox', { name: '照片样式' }), '圆形')
  await user.click(screen.getByRole('button', { name: '预览' }))
  await waitFor(() => expect(document.querySelector('.mini-card-portrait.is-avatar-3')).toBeTruthy())
  await user.click(screen.getByRole('button', { name: '关闭' }))
  await user.click(await screen.findByRole('button', { name: '保存' }))
  await screen.findByText('没有修改')
  expect(await stored()).toMatchObject({ avatarStyle: 3, template: null, version: 1 })

  await user.click(screen.getByRole('button', { name: '照片样式恢复为律所设置' }))
  await user.click(await screen.findByRole('button', { name: '保存' }))
  await screen.findByText('没有修改')
  expect(await stored()).toMatchObject({ avatarStyle: null, version: 2 })
})

test('offers only levels that are stricter than the firm’s', async () => {
  await allow(1)
  const { user } = await open('branch', offices, path())
  await user.click(await screen.findByRole('button', { name: '为本所另设字段修改权限' }))
  const optionsOf = async (name: RegExp) =>
    [...(await screen.findByRole('combobox', { name })).querySelectorAll('option')].map(it => it.textContent)
  expect(await optionsOf(/^个人签名/)).toEqual(expect.arrayContaining(['需审', '锁定']))
  expect(await optionsOf(/^执业证号/)).not.toContain('需审')
  expect(screen.queryByRole('combobox', { name: /^职位/ })).toBeNull()
})

test('keeps what was typed when somebody else has saved in between', async () => {
  await allow(1)
  const { user } = await open('branch', offices, path())
  await user.click(await screen.findByRole('button', { name: '为本所另设名片样式' }))
  await user.selectOptions(await screen.findByRole('combobox', { name: /^名片样式/ }), '极简')
  const { version } = await stored()
  await (
    await app().as('admin')
  ).call('offices.saveCardTemplate', { organizationId: east(), version, template: 2 })
  await user.click(await screen.findByRole('button', { name: '保存' }))
  expect(await screen.findByRole('dialog')).toBeTruthy()
  expect(await stored()).toMatchObject({ template: 2 })
})

test('is only shown to whoever may not edit the office', async () => {
  await allow(1)
  await open('branch2', offices, path())
  expect(await screen.findByText('名片样式')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '保存' })).toBeNull()
})

test('can be loaded again after an error', async () => {
  await open('branch', offices, path(), () =>
    network.use(http.get('*/api/firmOrganization/cardTemplate', () => new Response(null, { status: 500 }))),
  )
  expect(await screen.findByRole('button', { name: '重试' })).toBeTruthy()
})

test('the form of a card says which office has locked a field', async () => {
  await allow(1)
  const admin = await app().as('admin')
  const { version } = await stored()
  await admin.call('offices.saveCardTemplate', {
    organizationId: east(),
    version,
    policy: { slogan: 3 },
    requiredFields: ['team'],
  })
  const card = await submitCard(app(), lawyer, { ...needed, team: '争议解决' } as CardFields)
  await admin.call('cards.adminAuditCard', { id: card.id, version: card.version, auditStatus: 2 })
  await open(lawyer, cards, '/app/user/card')
  const slogan = await screen.findByRole<HTMLInputElement>('textbox', { name: /^个人签名/ })
  expect(slogan.matches(':disabled')).toBe(true)
  expect(await screen.findByText('由“东所”锁定，如需修改请联系本所管理员')).toBeTruthy()
  expect(await screen.findByText('由管理员维护，如需修改请联系管理员')).toBeTruthy()
})

test('is linked from the page of the office, and takes no place in the rows of the list', async () => {
  await open('admin', offices, `/app/office/${east()}/detail`)
  expect(await screen.findByRole('link', { name: '名片模板' })).toBeTruthy()
  cleanup()
  await open('admin', offices, '/app/office/list')
  expect(await screen.findByRole('link', { name: '东所的管理员设置' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: /名片模板/ })).toBeNull()
})
