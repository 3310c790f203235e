import { screen, waitFor, within } from '@testing-library/react'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'

import { refusedApplicationOf } from '../../providers/challenge.ts'
import { CallError } from '../../providers/envelope.ts'
import { firmConfigs, lawyers } from '../../server/db/tables.ts'
import { loginOptionsIn } from '../../providers/publicConf.ts'
import { Registration } from '../../src/entrance/registration/Registration.tsx'
import { labelled, useHashPage } from '../support/hashPage.ts'

const { app, user, onSigned, onLeave, open, type, press, proveMobile, heading, showLocale } =
  useHashPage(Registration)

const password = 'quiet-river-stone'
const choose = async (label: string, text: string) =>
  user.selectOptions(await screen.findByLabelText(labelled(label)), text)
const fillProfile = async (name: string) => {
  await type('姓名', name)
  await choose('所属律所', '东所')
  await choose('人员类别', '律师')
  await press('下一步')
}
const send = async () => {
  await type('密码', password)
  await user.click(await screen.findByRole('checkbox'))
  await press('提交注册')
}
const rowOf = async (mobile: string) => {
  const [row] = await app().database.read(1, db =>
    db.select().from(lawyers).where(eq(lawyers.mobile, mobile)),
  )
  return row
}
const decide = (mobile: string, status: 1 | 2, rejectReason: string | null = null) =>
  app().database.write(1, db =>
    db.update(lawyers).set({ status, rejectReason }).where(eq(lawyers.mobile, mobile)),
  )
const setting = (value: Record<string, unknown>) =>
  app().database.write(1, async db => {
    await db.delete(firmConfigs).where(eq(firmConfigs.key, 'loginRegSet'))
    await db.insert(firmConfigs).values({ firmId: 1, key: 'loginRegSet', value })
  })

test('creates a waiting account from a verified mobile number, a profile, a password and the consent', async () => {
  await open()
  await proveMobile('13822220001')
  await heading('填写资料')
  await fillProfile('欧阳小鱼')
  await heading('设置密码')
  await send()
  await heading('已提交，等待审核')
  expect(await rowOf('13822220001')).toMatchObject({
    name: '欧阳小鱼',
    personType: 1,
    status: 0,
    consentVersion: '1',
  })
  expect(sessionStorage.getItem('tenant-admin:registration')).toBeNull()
  await press('返回登录')
  expect(onLeave).toHaveBeenCalledExactlyOnceWith({ userType: 2, account: '13822220001' })
})

describe('errors in registration', () => {
  test('appear at their fields, and the first one has the focus', async () => {
    await open()
    await press('下一步')
    expect(await screen.findByText('请输入手机号')).toBeDefined()
    await proveMobile('13822220002')
    await heading('填写资料')
    await type('姓名', '鱼')
    await press('下一步')
    expect(await screen.findByText('姓名至少2个字')).toBeDefined()
    expect(await screen.findByText('请选择所属律所')).toBeDefined()
    expect(await screen.findByText('请选择人员类别')).toBeDefined()
    expect(document.activeElement).toBe(screen.getByLabelText(labelled('姓名')))
    await fillProfile('欧阳小鱼')
    await heading('设置密码')
    await press('提交注册')
    expect(await screen.findByText('请输入密码')).toBeDefined()
    expect(await screen.findByText('请阅读并同意后再提交')).toBeDefined()
    await type('密码', 'my-13822220002')
    await press('提交注册')
    expect(await screen.findByText('密码不能包含手机号')).toBeDefined()
  })

  test('of an earlier step lead back to it without losing data', async () => {
    const requiredFields = [
      { field: 'organizationId', required: 1 },
      { field: 'personType', required: 1 },
      { field: 'licenseNumber', required: 1 },
    ]
    await app().database.write(1, db =>
      db.update(lawyers).set({ licenseNumber: '13101201010000001' }).where(eq(lawyers.mobile, '13800000001')),
    )
    await open({ options: loginOptionsIn({ login: { registerFields: requiredFields } }) })
    await proveMobile('13822220003')
    await heading('填写资料')
    await fillProfile('欧阳小鱼')
    expect(await screen.findByText('请输入执业证号')).toBeDefined()
    await type('执业证号', '123')
    await press('下一步')
    expect(await screen.findByText('执业证号应为17位数字（旧证12位），请核对')).toBeDefined()
    await type('执业证号', '13101201010000001')
    await press('下一步')
    await heading('设置密码')
    await send()
    expect(await screen.findByText('该执业证号已存在，请核对')).toBeDefined()
    expect(await screen.findByLabelText(labelled('姓名'))).toHaveProperty('value', '欧阳小鱼')
    expect(document.activeElement).toBe(screen.getByLabelText(labelled('执业证号')))
  })

  test('ask for a new verification if it has expired', async () => {
    await open()
    await proveMobile('13822220004')
    await heading('填写资料')
    await fillProfile('欧阳小鱼')
    await heading('设置密码')
    app().clock.advance(11 * 60_000)
    await send()
    expect(await screen.findByText('验证已过期，请重新验证手机号，已填写的资料会保留')).toBeDefined()
    await proveMobile('13822220004')
    await waitFor(() => expect(screen.getByLabelText(labelled('姓名'))).toHaveProperty('value', '欧阳小鱼'))
  })
})

test('continues after a reload', async () => {
  await open()
  await proveMobile('13822220005')
  await type('姓名', '欧阳小鱼')
  await open()
  await heading('填写资料')
  expect(await screen.findByLabelText(labelled('姓名'))).toHaveProperty('value', '欧阳小鱼')
  await fillProfile('欧阳小鱼')
  await send()
  await heading('已提交，等待审核')
})

test('keeps typed values when the language changes', async () => {
  await open()
  await proveMobile('13822220010')
  await type('姓名', '鱼')
  await choose('所属律所', '东所')
  await press('下一步')
  expect(await screen.findByText('姓名至少2个字')).toBeDefined()
  await showLocale('en-US')
  expect(await heading('Your details')).toBeDefined()
  expect(await screen.findByText('Name: at least 2 characters')).toBeDefined()
  expect(await screen.findByText(/^Choose .*staff type/i)).toBeDefined()
  expect(screen.getByLabelText(/^Name/)).toHaveProperty('value', '鱼')
  expect(screen.getByLabelText(/^Office/)).toHaveProperty('value', String(app().world.offices.get('东所')))
  await showLocale('zh-CN')
  expect(await heading('填写资料')).toBeDefined()
})

describe('registration of an existing applicant', () => {
  const apply = async (mobile: string) => {
    await open()
    await proveMobile(mobile)
    await fillProfile('欧阳小鱼')
    await send()
    await heading('已提交，等待审核')
  }
  const comeBack = async (mobile: string) => {
    app().clock.advance(61_000)
    await open()
    await proveMobile(mobile)
  }

  test('says that the application is waiting', async () => {
    await apply('13822220006')
    await comeBack('13822220006')
    expect(await heading('注册申请审核中')).toBeDefined()
  })

  test('shows why it was refused, and submits the corrected one', async () => {
    const mobile = '13822220007'
    await apply(mobile)
    await decide(mobile, 2, '姓名与执业证不符')
    await comeBack(mobile)
    await heading('注册申请未通过')
    expect(await screen.findAllByText('姓名与执业证不符')).toHaveLength(1)
    await press('更正后重新提交')
    await heading('填写资料')
    expect(await screen.findByLabelText(labelled('姓名'))).toHaveProperty('value', '欧阳小鱼')
    expect(await screen.findByLabelText(labelled('所属律所'))).toHaveProperty(
      'value',
      String(app().world.offices.get('东所')),
    )
    await type('姓名', '欧阳小渔')
    await press('下一步')
    await send()
    await heading('已提交，等待审核')
    expect(await rowOf(mobile)).toMatchObject({ name: '欧阳小渔', status: 0, rejectReason: null })
  })

  test('corrects a refused application after signing in, without verifying the number again', async () => {
    const mobile = '13822220018'
    await apply(mobile)
    await decide(mobile, 2, '姓名与执业证不符')
    const { body } = await app().send('POST', '/auth/lawyerLogin', {
      body: { mobile, password },
    })
    const refused = refusedApplicationOf(new CallError(body))!
    expect(refused.ticket).not.toBe('')
    await open({ refused: { ...refused, mobile } })
    await heading('注册申请未通过')
    expect(await screen.findAllByText('姓名与执业证不符')).toHaveLength(1)
    await press('更正后重新提交')
    await heading('填写资料')
    expect(await screen.findByLabelText(labelled('姓名'))).toHaveProperty('value', '欧阳小鱼')
    await type('姓名', '欧阳小渔')
    await press('下一步')
    await send()
    await heading('已提交，等待审核')
    expect(await rowOf(mobile)).toMatchObject({ name: '欧阳小渔', status: 0, rejectReason: null })
  })

  test('leads to signing in if there is an account', async () => {
    await open()
    await proveMobile('13800000002')
    await heading('该手机号已注册')
    await press('去登录')
    expect(onLeave).toHaveBeenCalledExactlyOnceWith({ userType: 2, account: '13800000002' })
  })
})

describe('registration settings of the firm', () => {
  test('sign in at once without a review', async () => {
    await app().database.write(1, db =>
      db.insert(firmConfigs).values({ firmId: 1, key: 'cardReview', value: { registerReview: 0 } }),
    )
    await open()
    await proveMobile('13822220008')
    await fillProfile('欧阳小鱼')
    await send()
    await waitFor(() => expect(onSigned).toHaveBeenCalledOnce())
    expect(onSigned.mock.lastCall?.[0].user).toMatchObject({ name: '欧阳小鱼', auth: ['lawyer'] })
    await app().database.write(1, db => db.delete(firmConfigs).where(eq(firmConfigs.key, 'cardReview')))
  })

  test('say whom to contact if registration is off', async () => {
    await setting({ register: 0 })
    await open()
    expect(await heading('没有开放自主注册')).toBeDefined()
    await setting({})
  })

  test('show the agreement before the consent', async () => {
    await setting({ agreement: '<p>甲方乙方</p>' })
    await open()
    await proveMobile('13822220009')
    await fillProfile('欧阳小鱼')
    await press('《用户协议》')
    const dialog = await screen.findByRole('dialog', { name: '用户协议' })
    expect(await within(dialog).findByText('甲方乙方')).toBeDefined()
    await press('返回注册')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.queryByRole('button', { name: '《隐私政策》' })).toBeNull()
    await setting({})
  })
})
