import { act, renderHook, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { eq } from 'drizzle-orm'
import { http, HttpResponse } from 'msw'
import { describe, expect, test, vi } from 'vitest'

import { chinese } from '../../resources/kit/translate.ts'
import { admins, firmConfigs, lawyers } from '../../server/db/tables.ts'
import { useCountdown } from '../../src/fields/credentials/useCountdown.ts'
import { deviceName } from '../../src/record/devices/deviceName.ts'
import { password } from '../support/app.ts'
import { address, type Person, useClient } from '../support/client.ts'

const { app, network, visit } = useClient()
const user = userEvent.setup()
const passwd = '/app/user/account/passwd'
const settings = '/app/user/account/settings'
const isEnded = (person: Person) =>
  person.call('session.self').then(
    () => false,
    error => (error as { code: string }).code === '4003',
  )

describe('修改密码', () => {
  const fill = async (old: string, fresh: string, repeat = fresh, oldLabel = '原密码') => {
    for (const [label, text] of [
      [oldLabel, old],
      ['新密码', fresh],
      ['再次输入新密码', repeat],
    ] as const) {
      const input = await screen.findByLabelText(new RegExp(`^${label}`), { selector: 'input' })
      await user.clear(input)
      await user.type(input, text)
    }
  }
  const save = () => user.click(screen.getByRole('button', { name: /^(修改密码|设置新密码)$/ }))
  const errorAt = (label: RegExp) => {
    const input = screen.getByLabelText(label, { selector: 'input' })
    const ids = input.getAttribute('aria-describedby')?.split(' ') ?? []
    return ids.map(id => document.getElementById(id)?.textContent).join('')
  }
  const metRequirements = () => screen.queryAllByText('（已满足）').map(it => it.parentElement?.textContent)

  test('shows while typing which rules are met, with the minimum length of the firm', async () => {
    await visit(await app().asNew('13800000002'), passwd)
    await fill('liangshan-0108', 'short', 'x')
    expect(metRequirements()).toEqual(['不包含手机号（已满足）', '与原密码不同（已满足）'])
    await fill('liangshan-0108', 'my-13800000002', 'my-13800000002')
    expect(metRequirements()).toEqual([
      '至少10位（已满足）',
      '与原密码不同（已满足）',
      '两次输入一致（已满足）',
    ])
    await save()
    expect(errorAt(/^新密码/)).toBe('新密码不能包含手机号')
  })

  test('reports a wrong old password at its field; the right one works and ends other sessions', async () => {
    const thisDevice = await app().asNew('13800000002')
    const elsewhere = await app().asNew('13800000002')
    await visit(thisDevice, passwd)
    await fill('not-my-password', 'a-rather-good-one')
    await save()
    await waitFor(() => expect(errorAt(/^原密码/)).toBe('密码不正确，请重新输入'))
    expect(document.activeElement).toBe(screen.getByLabelText(/^原密码/, { selector: 'input' }))
    expect(await isEnded(elsewhere)).toBe(false)

    await fill(password, 'a-rather-good-one')
    await save()
    expect(await screen.findByRole('heading', { name: '密码已修改' })).toBeDefined()
    expect(await screen.findByText(/其他设备已退出登录/)).toBeDefined()
    expect(await isEnded(elsewhere)).toBe(true)
    expect(await isEnded(thisDevice)).toBe(false)
    const mobile = { mobile: '13800000002', password: 'a-rather-good-one', remember: 0 } as const
    expect((await app().call('session.lawyerLogin', mobile)).userInfo.name).toBe('郑律师')
  })

  test('reports rules that only the server checks at the new password', async () => {
    await visit(await app().asNew('south'), passwd)
    await fill(password, 'password123')
    await save()
    await waitFor(() => expect(errorAt(/^新密码/)).toMatch(/不能是常见密码/))
  })

  test('reveals the password on request', async () => {
    await visit(await app().asNew('south'), passwd)
    const input = await screen.findByLabelText(/^新密码/, { selector: 'input' })
    expect(input).toHaveProperty('type', 'password')
    await user.click(await screen.findByRole('button', { name: '显示新密码' }))
    expect(input).toHaveProperty('type', 'text')
  })

  test('opens only the password page with an initial password, then the page that was wanted', async () => {
    const person = await app().asNew('south')
    await app().database.write(1, db =>
      db.update(admins).set({ mustChangePwd: 1 }).where(eq(admins.id, person.id)),
    )
    await visit(person, '/app/logs?page=1')
    await waitFor(() => expect(address()).toBe(passwd))
    expect(await screen.findByText(/您正在使用初始密码/)).toBeDefined()
    expect(within(screen.getByRole('navigation', { name: '主菜单' })).queryAllByRole('link')).toHaveLength(1)
    expect(screen.queryByRole('link', { name: /站内信/ })).toBeNull()
    await fill(password, 'another-good-one', undefined, '初始密码')
    await save()
    await waitFor(() => expect(address()).toBe('/app/logs?page=1'))
    expect(await screen.findByText('密码已修改，其他设备已退出登录')).toBeDefined()
    expect(await screen.findByRole('link', { name: '站内信，1条未读' })).toBeDefined()
  })
})

describe('登录设备', () => {
  const devices = async () => {
    const section = await screen.findByRole('region', { name: '登录设备' })
    await within(section).findByText('本机')
    return within(section)
  }

  test('ends one session, then all others', async () => {
    const thisDevice = await app().asNew('13800000003')
    const others = [
      await app().asNew('13800000003'),
      await app().asNew('13800000003'),
      await app().asNew('13800000003'),
    ]
    await visit(thisDevice, settings)
    const list = await devices()
    expect(list.getAllByRole('listitem')).toHaveLength(4)
    const [first] = list.getAllByRole('button', { name: '退出未知设备' })
    await user.click(first!)
    await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(3))
    const ended = async () => (await Promise.all(others.map(isEnded))).filter(Boolean).length
    expect(await ended()).toBe(1)

    await user.click(list.getByRole('button', { name: '退出其他全部设备' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '全部退出' }))
    await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(1))
    expect(await ended()).toBe(3)
    expect(await isEnded(thisDevice)).toBe(false)
    expect(list.getByText('没有其他设备登录。')).toBeDefined()
  })

  test('lists the devices of administrators, without settings that are not theirs', async () => {
    await visit(await app().asNew('admin2'), settings)
    await devices()
    expect(screen.queryByRole('button', { name: '修改手机号' })).toBeNull()
    expect(screen.queryByLabelText('邮箱')).toBeNull()
  })

  test.each([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36 Edg/130.0',
      'Edge（Windows）',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148 MicroMessenger/8.0',
      '微信（iPhone）',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0', 'Firefox（Linux）'],
    ['curl/8', '未知设备'],
    [null, '未知设备'],
  ])('%s', (agent, name) => expect(deviceName(agent, chinese.translate)).toBe(name))
})

describe('修改账户', () => {
  const button = (name: string) => screen.findByRole('button', { name })
  const field = (label: string) =>
    screen.findByLabelText(new RegExp(`^${label}`), { selector: 'input,select' })

  test('saves the fields that users may change, with the version that was shown', async () => {
    const person = await app().asNew('13800000001')
    await visit(person, settings)
    const mail = await field('邮箱')
    await user.type(mail, 'wu@liangshan')
    await user.click(await button('保存'))
    expect(await screen.findByText('请输入正确的邮箱')).toBeDefined()
    await user.type(mail, '.example')
    await user.click(await button('保存'))
    expect(await screen.findByText('已保存')).toBeDefined()
    const record = await person.call('lawyers.lawyerInfo', { id: person.id })
    expect(record).toMatchObject({ email: 'wu@liangshan.example', version: 2 })

    await user.clear(await field('邮箱'))
    await user.type(await field('邮箱'), 'song@liangshan.example')
    await user.click(await button('保存'))
    await waitFor(async () => {
      const { email } = await person.call('lawyers.lawyerInfo', { id: person.id })
      expect(email).toBe('song@liangshan.example')
    })
  })

  test('changes the mobile number with a code sent to the new number and the password', async () => {
    const person = await app().asNew('13800000001')
    const elsewhere = await app().asNew('13800000001')
    await visit(person, settings)
    await user.click(await button('修改手机号'))
    await user.type(await field('新手机号'), '13911112222')
    await user.type(await field('登录密码'), 'wrong-password')
    await user.type(await field('短信验证码'), '000000')
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: '保存' }))
    expect(await screen.findByText('请先获取发送到新手机号的验证码')).toBeDefined()

    await user.click(await button('获取验证码'))
    expect(await screen.findByRole('button', { name: /秒后重发$/ })).toHaveProperty('disabled', true)
    const { mobile, code } = await app().receiveSms()
    expect(mobile).toBe('13911112222')
    await user.clear(await field('短信验证码'))
    await user.type(await field('短信验证码'), code)
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: '保存' }))
    expect(await screen.findByText('密码不正确，请重新输入')).toBeDefined()

    await user.clear(await field('登录密码'))
    await user.type(await field('登录密码'), password)
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: '保存' }))
    expect(await screen.findByText('139****2222')).toBeDefined()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(await isEnded(elsewhere)).toBe(true)
    const [row] = await app().database.read(1, db =>
      db.select({ mobile: lawyers.mobile }).from(lawyers).where(eq(lawyers.id, person.id)),
    )
    expect(row?.mobile).toBe('13911112222')
  })

  test('sends a captcha if the server requires one', async () => {
    const refusal = { code: '4002', message: '请输入图形验证码', data: { captcha: 1 }, requestId: '' }
    const sentCodes: (string | null)[] = []
    network.use(
      http.get('*/api/auth/queryCode', ({ request }) => {
        sentCodes.push(new URL(request.url).searchParams.get('code'))
        const data = { smsId: 'x', resendIn: 60, expireIn: 300 }
        return HttpResponse.json(sentCodes.length === 1 ? refusal : { code: '200', message: '', data })
      }),
    )
    await visit(await app().asNew('13800000003'), settings)
    await user.click(await button('修改手机号'))
    await user.type(await field('新手机号'), '13911113333')
    await user.click(await button('获取验证码'))
    await user.type(await field('图形验证码'), 'A7')
    await user.click(await button('获取验证码'))
    await screen.findByRole('button', { name: /秒后重发/ })
    expect(sentCodes).toEqual([null, 'A7'])
  })

  test('a refusal that names no time to wait closes the button for none, however the clock advances', () => {
    const { result } = renderHook(useCountdown)
    let now = Date.now()
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => (now += 1))
    act(() => result.current.start(0))
    expect(result.current.secondsLeft).toBe(0)
    clock.mockRestore()
  })

  test('sets a security question from the list, or a custom one', async () => {
    const person = await app().asNew('branch')
    await visit(person, settings)
    await user.click(await button('设置密保问题'))
    await user.selectOptions(await field('密保问题'), '自定义')
    await user.type(await field('答案'), '及时雨')
    await user.type(await field('登录密码'), password)
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: '保存' }))
    expect(await screen.findByText('请输入自定义问题')).toBeDefined()
    await user.type(await field('自定义问题'), '宋江的外号？')
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: '保存' }))
    expect(await button('重新设置')).toBeDefined()
    expect((await person.call('session.self')).hasQuestion).toBe(1)
  })
})

describe('管理员信息', () => {
  test('lists the contacts of the own office first, then those of the main office', async () => {
    await app().database.write(1, db =>
      db.update(admins).set({ email: 'sun@liangshan.example' }).where(eq(admins.account, 'branch')),
    )
    await visit(await app().asNew('13800000002'), '/app/user/admin')
    const own = within(await screen.findByRole('region', { name: '东所' }))
    expect(own.getByText('您所在的律所')).toBeDefined()
    expect(own.getByRole('heading', { name: /孙主管/ }).textContent).toContain('分所主管理员')
    const [phone] = own.getAllByRole('link', { name: '021-55550000' })
    expect(phone?.getAttribute('href')).toBe('tel:02155550000')
    expect(own.getByRole('link', { name: 'sun@liangshan.example' }).getAttribute('href')).toBe(
      'mailto:sun@liangshan.example',
    )
    const regions = screen.getAllByRole('region').map(it => it.getAttribute('aria-label'))
    expect(regions).toEqual(['东所', '总所'])
    expect(screen.queryByText('运维')).toBeNull()
  })

  test('copies a number', async () => {
    await visit(await app().asNew('13800000002'), '/app/user/admin')
    await user.click(await button('复制孙主管的电话'))
    expect(await navigator.clipboard.readText()).toBe('021-55550000')
    expect(await screen.findByText('已复制')).toBeDefined()
  })

  test('says that there are no contacts', async () => {
    network.use(
      http.get('*/api/firmAccessUser/adminQueryByLawyer', () =>
        HttpResponse.json({ code: '200', message: '', data: [] }),
      ),
    )
    await visit(await app().asNew('13800000002'), '/app/user/admin')
    expect(await screen.findByRole('heading', { name: '还没有公开的联系人' })).toBeDefined()
  })

  const button = (name: string) => screen.findByRole('button', { name })
})

test('the own mails are chosen among the types that the firm allows', async () => {
  await app().database.write(1, async db => {
    await db.insert(firmConfigs).values({ firmId: 1, key: 'reminderSet', value: { mailTypes: [3, 6] } })
    await db.update(admins).set({ email: 'branch@firm.example' }).where(eq(admins.account, 'branch'))
  })
  const branch = await app().as('branch')
  await visit(branch, settings)
  const mails = await screen.findByRole('region', { name: '邮件通知' })
  expect(within(mails).getAllByRole('checkbox')).toHaveLength(2)
  // Pressed one after the other without waiting: both are kept.
  const [first, second] = within(mails).getAllByRole<HTMLInputElement>('checkbox')
  for (const box of [first!, second!]) await user.click(box)
  expect([first!.checked, second!.checked]).toEqual([true, true])
  await waitFor(async () =>
    expect(await branch.call('messages.mailChoice', {})).toMatchObject({ types: [3, 6] }),
  )
  await user.click(first!)
  await waitFor(async () =>
    expect(await branch.call('messages.mailChoice', {})).toMatchObject({ types: [6] }),
  )
  await user.click(await within(mails).findByRole('checkbox', { name: '事项提醒', checked: true }))
  await waitFor(async () => expect(await branch.call('messages.mailChoice', {})).toMatchObject({ types: [] }))
})
