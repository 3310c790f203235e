import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import {
  choose,
  expectAccessible,
  expectNoSidewaysScroll,
  phone,
  unread,
  type Watched,
  wide,
} from '../support/browser.ts'
import { portrait } from '../support/portrait.ts'
import { until } from '../support/process.ts'
import { useProduct } from '../support/product.ts'

const site = useProduct()

const createOffice = async (page: Page, name: string) => {
  await page.getByRole('link', { name: '新增律所' }).click()
  await page.getByRole('textbox', { name: '律所名称' }).fill(name)
  await choose(page, '所在地区：省', '浙江')
  await choose(page, '所在地区：市', '杭州')
  await choose(page, '所在地区：区县', '上城')
  await page.getByRole('textbox', { name: '详细地址' }).fill('钱江路1366号A座18层')
  await page.getByRole('textbox', { name: '联系电话 1' }).fill('0571-55550500')
  await expectAccessible(page)
  await page.getByRole('button', { name: '保存' }).click()
  await page.getByRole('link', { name }).first().waitFor()
}

type Person = { name: string; mobile: string }

const createAccounts = async (page: Page, office: string, people: readonly Person[]) => {
  await page.goto('/web/app/lawyer/create')
  for (const [index, { name, mobile }] of people.entries()) {
    const row = `第${index + 1}行`
    await page.getByLabel(`${row}姓名`).fill(name)
    await page.getByLabel(`${row}手机号`).fill(mobile)
    await page.getByLabel(`${row}所属律所`).fill(office)
    await page.keyboard.press('Tab')
  }
  await expectAccessible(page)
  await page.getByRole('button', { name: `创建 ${people.length} 个账号` }).click()
  const made = page.getByRole('region', { name: '已创建的账号' })
  await made.waitFor()
  return made.locator('code').allInnerTexts()
}

const newPassword = 'liangshan-0108'

const setFirstPassword = async (page: Page, initial: string) => {
  await page.getByRole('textbox', { name: '初始密码' }).fill(initial)
  await page.getByRole('textbox', { name: '新密码', exact: true }).fill(newPassword)
  await page.getByRole('textbox', { name: '再次输入新密码' }).fill(newPassword)
  await page.getByRole('button', { name: '设置新密码' }).click()
  await page.waitForURL(/\/app\/user\/dashboard/)
}

/** A phone shows one section of the form at a time. */
const openSection = (page: Page, title: string) =>
  page.getByRole('button', { name: new RegExp(`^${title}`) }).click()

const writeCard = async (page: Page) => {
  await page.goto('/web/app/user/card')
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(await portrait())
  await page.getByRole('button', { name: '使用' }).click()
  await page.getByRole('button', { name: '更换图片' }).first().waitFor()
  await choose(page, '职位', '律师')
  await openSection(page, '专业')
  await choose(page, '专业领域', '争议解决')
  await openSection(page, '简介')
  await page
    .getByRole('textbox', { name: '个人简介' })
    .fill('执业五年，主要办理民商事争议。曾代里多起仲裁案件。')
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: '提交审核' }).click()
  await page.getByText('审核中').first().waitFor()
}

/** What the administrator corrects: a slip of the pen in the introduction. */
const approveWithCorrection = async (page: Page, name: string) => {
  await page.goto('/web/app/card')
  await page.getByRole('button', { name: /^待审核/ }).click()
  await page.getByRole('link', { name, exact: true }).click()
  await page.getByRole('heading', { name, exact: true }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: '更正个人简介' }).click()
  const intro = page.getByRole('textbox', { name: '个人简介' })
  await intro.fill('执业五年，主要办理民商事争议。曾代理多起仲裁案件。')
  await page.getByRole('button', { name: '采用更正' }).click()
  await page.getByRole('button', { name: '更正并通过' }).click()
}

describe.each([
  ['1440', wide, '杭州', '1'],
  ['390', phone, '苏州', '2'],
])('the main job with the administrator at %s px', (_, viewport, place, digit) => {
  const office = `砚衡（${place}）律师事务所`
  const people = ['郭嘉言', '欧阳文远', '曾书予'].map((name, index) => ({
    name: `${name.slice(0, 3)}${digit === '2' ? '之' : ''}`,
    mobile: `1391111${digit}00${index}`,
  }))
  const [author] = people as [Person, ...Person[]]
  let admin: Watched
  let lawyer: Watched
  let secrets: string[] = []
  let unreadBefore = 0
  beforeAll(async () => {
    admin = await site.openWindow({ viewport })
    lawyer = await site.openWindow({ viewport: phone })
  })
  afterAll(async () => {
    await admin.context.close()
    await lawyer.context.close()
  })

  test('creates an office and three accounts in one go', async () => {
    const { page } = admin
    await page.goto('/web/')
    await site.signIn(page, 'admin')
    await createOffice(page, office)
    secrets = await createAccounts(page, office, people)
    expect(secrets).toHaveLength(3)
  })

  test('a lawyer signs in on a phone, chooses a password, writes the card and submits it', async () => {
    const { page } = lawyer
    await page.goto('/web/login')
    await site.signIn(page, author.mobile, secrets[0]!)
    await setFirstPassword(page, secrets[0]!)
    await writeCard(page)
    unreadBefore = await unread(page)
  })

  test('the administrator sees what was written, corrects a word and approves', async () => {
    await approveWithCorrection(admin.page, author.name)
    await admin.page.getByText('已发布').first().waitFor()
  })

  test('the lawyer is told, and the badge counts it until it is read', async () => {
    const { page } = lawyer
    await page.goto('/web/app/user/dashboard')
    await page.getByText('曾代理多起仲裁案件').first().waitFor()
    expect(await unread(page)).toBe(unreadBefore + 1)
    await page.getByRole('link', { name: /^站内信，/ }).click()
    await page
      .getByRole('list', { name: '站内信' })
      .getByRole('link', { name: /名片.*通过/ })
      .click()
    await page.getByRole('region', { name: '站内信内容' }).getByText('更正了：个人简介').waitFor()
    await until(async () => (await unread(page)) === unreadBefore)
    await expectAccessible(page)
  })

  test('the log shows who did what, field by field', async () => {
    const { page } = admin
    await page.goto('/web/app/logs')
    const row = page.getByRole(viewport === wide ? 'row' : 'listitem')
    await row
      .filter({ hasText: `【${author.name}】` })
      .filter({ hasText: '个人简介由' })
      .getByRole('link')
      .first()
      .click()
    await page.getByText('曾代里多起').first().waitFor()
    await page.getByText('曾代理多起').first().waitFor()
    await page.getByText('顾清衡').first().waitFor()
  })

  test('nothing was complained about in the console', () => {
    expect([...admin.complaints, ...lawyer.complaints]).toEqual([])
  })

  test('everything is there after a restart', async () => {
    await site.restart()
    const { page } = lawyer
    await page.goto('/web/app/user/dashboard')
    await page.getByText('曾代理多起仲裁案件').first().waitFor()
    await admin.page.goto('/web/app/office/list')
    await admin.page.getByRole('link', { name: office }).first().waitFor()
  })
})
