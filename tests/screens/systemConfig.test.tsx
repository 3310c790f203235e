import { act, screen, waitFor, within } from '@testing-library/react'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { conf } from '../../resources/settings/app.ts'
import { firmConfigs } from '../../server/db/tables.ts'
import { useServer } from '../support/screen.tsx'

const { app, open } = useServer()

const openPage = (path: '/app/setting/system' | '/app/setting/sign-on' = '/app/setting/system') =>
  open('system', conf, path)
const readConfig = async () => (await app().as('system')).call('system.config')
const field = (label: string) =>
  screen.findByRole<HTMLInputElement>('textbox', { name: new RegExp(`^${label}`) })

test('saves values at their paths, and keeps a secret that was not typed', async () => {
  const system = await app().as('system')
  const { version } = await system.call('system.config')
  await system.call('system.updateConfig', { map: { security: 'hush-0001' }, version })
  const { user } = await openPage()
  await user.type(await field('地图密钥'), 'open-key')
  await user.type(await field('验证码模板'), 'SMS_1')
  await user.click(await screen.findByRole('button', { name: '保存' }))
  expect(await screen.findByText('已保存')).toBeTruthy()
  expect(await readConfig()).toMatchObject({
    map: { key: 'open-key', securitySet: 1, provider: 'none' },
    sms: { provider: '', templates: { code: 'SMS_1', initialPassword: '' } },
    security: { strictVersion: 1, logMonths: null },
  })
})

test('shows what somebody else saved beside the own changes, and keeps the rest', async () => {
  const { user } = await openPage()
  const sign = await field('短信签名')
  const system = await app().as('system')
  const { version } = await system.call('system.config')
  await system.call('system.updateConfig', {
    sms: { sign: '别人的签名', keyId: 'other-key' },
    wechat: { appId: 'wx0123456789abcdef', secret: 'hush-0002' },
    version,
  })
  await user.type(sign, '我的签名')
  await user.click(await screen.findByRole('button', { name: '保存' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText('别人的签名')).toBeTruthy()
  await user.click(await dialog.findByRole('button', { name: /保存/ }))
  expect(await screen.findByText('已保存')).toBeTruthy()
  expect(await readConfig()).toMatchObject({
    sms: { sign: '我的签名', keyId: 'other-key' },
    wechat: { appId: 'wx0123456789abcdef' },
  })
})

test('says that a secret is stored, and asks for a new one only on request', async () => {
  const { version } = await readConfig()
  const system = await app().as('system')
  await system.call('system.updateConfig', { sms: { secret: 'hush-0003' }, version })
  const { user } = await openPage()
  const stored = within(await screen.findByRole('group', { name: '密钥' }))
  stored.getByText('已设置')
  await user.click(stored.getByRole('button', { name: '更换密钥' }))
  await user.type(await screen.findByRole('textbox', { name: '密钥' }), 'hush-0004')
  await user.click(await screen.findByRole('button', { name: '保存' }))
  expect(await screen.findByText('已保存')).toBeTruthy()
  within(await screen.findByRole('group', { name: '密钥' })).getByText('已设置')
})

test('names beside the field what a connection still lacks, and keeps what was typed', async () => {
  const { version } = await readConfig()
  await (await app().as('system')).call('system.updateConfig', { wechat: { appId: '' }, version })
  const { user } = await openPage()
  await user.type(await field('小程序AppSecret'), 'hush-0005')
  await user.click(await screen.findByRole('button', { name: '保存' }))
  expect(await screen.findByText('请填写小程序AppID；不用小程序时，AppID和AppSecret都留空')).toBeTruthy()
  expect((await field('小程序AppSecret')).value).toBe('hush-0005')
})

test('shows the state of each connection, what is missing, and the address to register', async () => {
  const { version } = await readConfig()
  const system = await app().as('system')
  await system.call('system.updateConfig', { map: { provider: 'amap', key: 'open-key' }, version })
  // An earlier release could leave a connection incomplete.
  const rowOfSystem = eq(firmConfigs.key, 'system')
  await app().database.write(1, async db => {
    const [row] = await db.select().from(firmConfigs).where(rowOfSystem)
    const value = { ...row!.value, map: { provider: 'amap', key: '' } }
    await db.update(firmConfigs).set({ value }).where(rowOfSystem)
  })
  await openPage()
  const list = within(await screen.findByRole('region', { name: '对接状态' }))
  const row = (title: string) =>
    within(list.getAllByRole('listitem').find(it => within(it).queryByRole('heading', { name: title }))!)
  row('地图').getByText('未填完整')
  row('地图').getByText('还缺：地图密钥')
  row('短信').getByText('仅写入文件')
  expect(list.queryByRole('heading', { name: '单点登录' })).toBeNull()
  expect(screen.queryByRole('textbox', { name: /^颁发者地址/ })).toBeNull()
})

test('shows and saves single sign-on on a page of its own, and leaves all other values as they are', async () => {
  const system = await app().as('system')
  const { version } = await system.call('system.config')
  await system.call('system.updateConfig', { sms: { keyId: 'kept-key' }, version })
  const { user } = await openPage('/app/setting/sign-on')
  const list = within(await screen.findByRole('region', { name: '对接状态' }))
  expect(list.getAllByRole('heading', { level: 3 }).map(it => it.textContent)).toEqual([
    '单点登录',
    '企业微信登录',
  ])
  list.getByText(/\/login$/)
  await user.type(await field('客户端编号'), 'office-desk')
  await user.click(await screen.findByRole('button', { name: '保存' }))
  expect(await screen.findByText('已保存')).toBeTruthy()
  expect(await readConfig()).toMatchObject({ sso: { clientId: 'office-desk' }, sms: { keyId: 'kept-key' } })
})

test('keeps no key in a draft, and says so when the page is left', async () => {
  const { version } = await readConfig()
  const system = await app().as('system')
  await system.call('system.updateConfig', { wechat: { appId: '' }, version })
  const { user, router } = await openPage()
  await user.type(await field('密钥编号'), 'left-id')
  await user.type(await field('小程序AppSecret'), 'hush-0006')
  await act(() => router.navigate('/app/setting/sign-on'))
  const dialog = within(await screen.findByRole('dialog', { name: '有未保存的修改' }))
  dialog.getByText(/密码和密钥不会留在草稿里/)
  await user.click(dialog.getByRole('button', { name: '离开' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/app/setting/sign-on'))
  const kept = Object.entries(sessionStorage).filter(([key]) => key.includes(':draft:'))
  expect(kept.map(([, draft]) => String(draft)).join()).toContain('left-id')
  expect(kept.map(([, draft]) => String(draft)).join()).not.toContain('hush-0006')
})
