import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'

import { call } from '../../providers/call.ts'
import { readToken } from '../../providers/session.ts'
import { additions } from '../../resources/index.ts'
import { counters, firmConfigs, secondFactors } from '../../server/db/tables.ts'
import { password } from '../support/app.ts'
import { address, useClient } from '../support/client.ts'
import { challengeOf, codeOf, turnFactorOn } from '../support/secondFactor.ts'

const { app, network, visit } = useClient()
const user = userEvent.setup()
const settings = '/app/user/account/settings'
const interval = 30_000

beforeEach(async () => {
  await app().database.write(1, db => db.delete(secondFactors))
  await app().database.write(1, db => db.delete(firmConfigs))
  await app().database.write(null, db => db.delete(counters))
})

const panel = async () => within(await screen.findByRole('region', { name: '两步验证' }))
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
type Area = Awaited<ReturnType<typeof dialog>>
const typeInto = async (area: Area, label: RegExp, text: string) => {
  const input = await area.findByLabelText(label, { selector: 'input' })
  await user.clear(input)
  await user.type(input, text)
}
const press = async (area: Area, name: string) => user.click(await area.findByRole('button', { name }))

/** Password, wrong code, right code: the dialog with the recovery codes. */
const setUp = async () => {
  await press(await panel(), '开启两步验证')
  const asking = await dialog('开启两步验证')
  await typeInto(asking, /^登录密码/, 'wrong-password')
  await press(asking, '下一步')
  await asking.findByText('密码不正确，请重新输入')
  await typeInto(asking, /^登录密码/, password)
  await press(asking, '下一步')
  const picture = await screen.findByRole<HTMLImageElement>('img', { name: '两步验证的二维码' })
  expect(decodeURIComponent(picture.src)).toMatch(/^data:image\/svg\+xml,<svg/)
  const scanning = await dialog('开启两步验证')
  const key = scanning.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent.replaceAll(' ', '')
  const input = await scanning.findByLabelText(/^验证码/)
  expect([input.getAttribute('autocomplete'), input.getAttribute('inputmode')]).toEqual([
    'one-time-code',
    'numeric',
  ])
  await typeInto(scanning, /^验证码/, '12')
  await press(scanning, '确认开启')
  await scanning.findByText('请输入6位数字验证码')
  await typeInto(scanning, /^验证码/, '000000')
  await press(scanning, '确认开启')
  await scanning.findByText('验证码不正确，请核对手机时间后输入最新的验证码')
  const code = codeOf(key, app().clock.now())
  await typeInto(scanning, /^验证码/, `${code.slice(0, 3)} ${code.slice(3)}`)
  await press(scanning, '确认开启')
  return { key, saving: await dialog('保存恢复码') }
}

describe('the account page', () => {
  test('sets up a second factor, shows the recovery codes once, renews and removes it', async () => {
    const person = await app().asNew('13800000001')
    await visit(person, settings)
    const { key, saving } = await setUp()
    const shownCodes = saving.getByRole('code').textContent.split('\n')
    expect(shownCodes).toHaveLength(10)
    await press(saving, '复制恢复码')
    await saving.findByText('已复制')
    expect(await navigator.clipboard.readText()).toBe(shownCodes.join('\n'))
    await press(saving, '已保存，关闭')
    await (await panel()).findByText('剩余 10 个')
    expect(screen.queryByRole('dialog')).toBeNull()

    app().clock.advance(interval)
    await press(await panel(), '更换恢复码')
    const renewing = await dialog('更换恢复码')
    await typeInto(renewing, /^登录密码/, password)
    await typeInto(renewing, /^验证码/, '000000')
    await press(renewing, '生成恢复码')
    await renewing.findByText('密码或验证码不正确，请核对后重新输入')
    await typeInto(renewing, /^验证码/, codeOf(key, app().clock.now()))
    await press(renewing, '生成恢复码')
    const secondDialog = await dialog('保存恢复码')
    expect(secondDialog.getByRole('code').textContent.split('\n')).not.toContain(shownCodes[0])
    await press(secondDialog, '已保存，关闭')

    app().clock.advance(interval)
    await press(await panel(), '关闭两步验证')
    const removing = await dialog('关闭两步验证')
    await typeInto(removing, /^登录密码/, password)
    await typeInto(removing, /^验证码/, codeOf(key, app().clock.now()))
    await press(removing, '关闭两步验证')
    await (await panel()).findByRole('button', { name: '开启两步验证' })
    expect(await person.call('session.factor')).toMatchObject({ isOn: 0 })
  })

  test('hides it if the back-end lacks it', async () => {
    network.use(
      http.get('*/api/firm/appconf', async ({ request }) => {
        const { data, ...rest } = (await (await app().app.fetch(request)).json()) as { data: object }
        const served = additions.filter(it => !it.includes('/auth/factor'))
        return HttpResponse.json({ ...rest, data: { ...data, additions: served } })
      }),
    )
    await visit(await app().asNew('admin'), settings)
    await screen.findByRole('region', { name: '登录设备' })
    expect(screen.queryByRole('region', { name: '两步验证' })).toBeNull()
  })

  test('is the only page for users who have to set one up, then opens the page they wanted', async () => {
    await app().database.write(1, db =>
      db.insert(firmConfigs).values({ firmId: 1, key: 'loginRegSet', value: { factorLevels: [2] } }),
    )
    const person = await app().asNew('admin2')
    await visit(person, '/app/lawyer')
    await screen.findByText('律所要求您使用两步验证。请先开启，然后继续使用。')
    expect(address()).toBe(settings)
    expect(screen.queryByRole('region', { name: '登录与安全' })).toBeNull()
    const { saving } = await setUp()
    expect(address()).toBe(settings)
    await press(saving, '已保存，关闭')
    await waitFor(() => expect(address()).toBe('/app/lawyer'))
    await screen.findByRole('row', { name: /吴律师/ })
  })
})

describe('whoever signs in again after a time-out', () => {
  const isTimedOut = { code: '4004', message: '登录超时', data: null, requestId: '' }
  const begin = async (account: string) => {
    network.use(http.get('*/api/*', () => HttpResponse.json(isTimedOut), { once: true }))
    const answer = call('session.self', {})
    const signInDialog = await dialog('登录超时，请重新登录')
    await typeInto(signInDialog, /^账号/, account)
    await typeInto(signInDialog, /^密码/, password)
    await press(signInDialog, '登录')
    await signInDialog.findByText('该账号已开启两步验证。')
    return { again: signInDialog, answer }
  }

  test('gives a code or a recovery code, and stays on the page', async () => {
    const { codeNow, recoveryCodes } = await turnFactorOn(app(), 'branch')
    app().clock.advance(interval)
    const person = await app().asNew('branch')
    await visit(person, settings)
    const { again: signInDialog, answer } = await begin('branch')
    await typeInto(signInDialog, /^验证码/, '000000')
    await press(signInDialog, '登录')
    await signInDialog.findByText('验证码不正确或已使用')
    await typeInto(signInDialog, /^验证码/, codeNow())
    await press(signInDialog, '登录')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect((await answer).name).toBe('孙主管')
    expect(readToken()).not.toBe(person.token)
    const second = await begin('branch')
    await press(second.again, '使用恢复码')
    await typeInto(second.again, /^恢复码/, recoveryCodes[0]!)
    await press(second.again, '登录')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(address()).toBe(settings)
    expect(await challengeOf(app(), 'branch')).toBeTruthy()
  })
})
