import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { conf } from '../../resources/settings/app.ts'
import { firm } from '../../resources/settings/firm.ts'
import { settings } from '../../resources/settings/index.ts'
import { useServer } from '../support/screen.tsx'

const { app, open } = useServer()

type User = Awaited<ReturnType<typeof open>>['user']
const press = async (user: User, name: string | RegExp) =>
  user.click(await screen.findByRole('button', { name }))
const configuration = async () => (await app().as('system')).call('conf.app')
const savedNotice = () => screen.findByText('已保存')

test('the system page says when the environment overrides the SMS settings', async () => {
  await open('system', conf, conf.pages['system']!.path)
  expect(await screen.findByText(/短信不会真正发出.+下面的短信设置暂不生效/)).toBeTruthy()
})

test('a switch shows its effect, hides the switches inside it, and keeps their state', async () => {
  const { user } = await open('system', conf, conf.pages['admin']!.path)
  const content = within(await screen.findByRole('region', { name: '内容管理' }))
  await user.click(content.getByRole('switch', { name: /^视频/ }))
  expect(await screen.findByText(/隐藏1个菜单/)).toBeTruthy()
  await user.click(content.getByRole('switch', { name: /^内容管理/ }))
  expect(content.queryByRole('switch', { name: /^视频/ })).toBeNull()
  expect(await screen.findByText(/隐藏5个菜单，影响\d+名管理员/)).toBeTruthy()
  await press(user, '保存')
  await savedNotice()
  expect((await configuration()).adminFuncSwitch?.global).toMatchObject({
    cms: false,
    'cms.video': false,
    'cms.trend': true,
  })

  await user.click(content.getByRole('switch', { name: /^内容管理/ }))
  expect(content.getByRole<HTMLInputElement>('switch', { name: /^视频/ }).checked).toBe(false)
  expect(content.getByRole<HTMLInputElement>('switch', { name: /^工作动态/ }).checked).toBe(true)
})

test('a preset is shown, undone and saved like any change', async () => {
  const { user } = await open('system', conf, conf.pages['miniprogram']!.path)
  const posterSwitch = await screen.findByRole<HTMLInputElement>('switch', { name: '海报' })
  await press(user, '精简')
  expect(posterSwitch.checked).toBe(false)
  expect(await screen.findByText(/不再提供.*海报/)).toBeTruthy()
  await press(user, '撤销')
  expect(posterSwitch.checked).toBe(true)
  await user.click(await screen.findByRole('switch', { name: '访客授权' }))
  await press(user, '保存')
  await savedNotice()
  expect((await configuration()).mpFuncSwitch?.global).toMatchObject({ visitorLogin: 1, poster: 1 })
})

test('keeps what another user saved in the meantime', async () => {
  const { user } = await open('system', conf, conf.pages['miniprogram']!.path)
  await user.click(await screen.findByRole('switch', { name: '海报' }))
  const { version, mpFuncSwitch } = await configuration()
  await (
    await app().as('system')
  ).call('conf.updateApp', {
    mpFuncSwitch: { global: { ...mpFuncSwitch!.global, map: 0 } },
    version: version!,
  })
  await press(user, '保存')
  const note = await screen.findByText(/在 .+ 保存过。您的修改都还在/)
  expect(note.parentElement?.textContent).toContain('关闭地图导航')
  await press(user, '保存')
  await savedNotice()
  expect((await configuration()).mpFuncSwitch?.global).toMatchObject({ map: 0, poster: 0 })
})

test("the operator's own entry cannot be switched off", async () => {
  await open('system', conf, conf.pages['admin']!.path)
  expect((await screen.findByRole<HTMLInputElement>('switch', { name: /^后台功能开关/ })).disabled).toBe(true)
})

test('moves and switches the buttons of a card, and refuses more than three primary ones', async () => {
  const { user } = await open('system', conf, conf.pages['cardMenu']!.path)
  await press(user, '上移存入通讯录')
  await user.click(await screen.findByRole('switch', { name: '显示海报' }))
  await press(user, '保存')
  await savedNotice()
  const { cardMenu = [] } = await configuration()
  expect(cardMenu.slice(0, 2).map(({ key }) => key)).toEqual(['saveContact', 'call'])
  expect(cardMenu.find(({ key }) => key === 'poster')).toMatchObject({ enabled: 0 })

  for (const name of ['加微信', '复制邮箱']) {
    await press(user, `设置${name}`)
    const row = within(screen.getByRole('listitem', { name }))
    await user.click(row.getByRole('radio', { name: '主按钮' }))
  }
  await press(user, '保存')
  expect(await screen.findByText(/主按钮最多显示3个/)).toBeTruthy()
})

test('replaces the picture of a slot, and resets it', async () => {
  const { version, assets } = await configuration()
  const operator = await app().as('system')
  const url = '/api/files/1/1-1/logo.webp'
  await operator.call('conf.updateApp', {
    assets: { imgs: { ...assets.imgs, logoDark: url } },
    version: version!,
  })
  const { user } = await open('system', conf, conf.pages['images']!.path)
  const slot = within(await screen.findByRole('listitem', { name: '深色界面的标志' }))
  expect(slot.getByRole('img', { name: '深色界面的标志' }).getAttribute('src')).toBe(url)
  await press(user, '深色界面的标志恢复默认')
  await press(user, '保存')
  await savedNotice()
  expect((await configuration()).assets.imgs['logoDark']).toBeUndefined()
})

test('saves only the changed fields of the firm', async () => {
  const { user } = await open('admin', firm, firm.pages['info']!.path)
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: /^简称/ })
  await user.clear(name)
  await user.type(name, '梁山泊')
  await press(user, '保存')
  await savedNotice()
  expect((await configuration()).firm.shortName).toBe('梁山泊')
})

test('shows the registration code once, and limits its use', async () => {
  const { user } = await open('admin', settings.loginRegSet, settings.loginRegSet.views.edit!.path)
  const panel = within(await screen.findByRole('region', { name: '注册免审码' }))
  await user.click(panel.getByRole('button', { name: '启用' }))
  const dialog = within(await screen.findByRole('dialog', { name: '新的注册免审码' }))
  const code = dialog.getByText(/^[A-Z0-9a-z]{6,}$/).textContent
  await user.click(dialog.getByRole('button', { name: '已保存，关闭' }))
  await waitFor(() => expect(panel.getByText('可以使用')).toBeTruthy())
  expect(panel.queryByText(code)).toBeNull()

  await user.click(panel.getByRole('button', { name: '设置期限与次数' }))
  await user.type(await screen.findByRole('textbox', { name: /^可用次数/ }), '20')
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: '保存' }))
  expect(await panel.findByText('0 / 20')).toBeTruthy()
})

test('keeps the map key, and never shows its secret', async () => {
  const { user } = await open('system', conf, conf.pages['system']!.path)
  await user.click(await screen.findByRole('radio', { name: '高德地图' }))
  await user.type(await screen.findByRole('textbox', { name: /^地图密钥/ }), 'map-key')
  await user.type(await screen.findByRole('textbox', { name: /^安全密钥/ }), 'map-secret')
  await press(user, '保存')
  await savedNotice()
  expect((await configuration()).map).toEqual({ provider: 'amap', key: 'map-key' })
  const stored = within(await screen.findByRole('group', { name: '安全密钥' }))
  expect(stored.getByText('已设置')).toBeTruthy()
  expect(document.body.textContent).not.toContain('map-secret')
})

test('configures the SMS provider without showing the key again, and offers no test while messages go to a file', async () => {
  const { user } = await open('system', conf, conf.pages['system']!.path)
  const provider = within(await screen.findByRole('group', { name: /短信服务商/ }))
  await user.click(provider.getByRole('radio', { name: '阿里云' }))
  await user.type(await screen.findByLabelText(/^短信签名/), '梁山')
  await user.type(await screen.findByLabelText(/^密钥编号/), 'LTAI1')
  await user.type(await screen.findByLabelText(/^密钥(?!编号)/), 'hush-7777')
  await user.type(await screen.findByLabelText(/^验证码模板/), 'SMS_1')
  await press(user, '保存')
  await savedNotice()
  expect(within(await screen.findByRole('group', { name: '密钥' })).getByText('已设置')).toBeTruthy()
  const { sms } = await (await app().as('system')).call('system.config')
  expect(sms).toMatchObject({ provider: 'aliyun', sign: '梁山', secretSet: 1 })

  // A message of this server goes to a file, so that a test would say nothing about the provider.
  expect(screen.queryByRole('button', { name: '发送测试短信' })).toBeNull()
})
