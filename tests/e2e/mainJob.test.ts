import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { expectUncovered } from '../support/boxes.ts'
import { choose, expectAccessible, phone, unread, type Watched, wide } from '../support/browser.ts'
import { writeCard } from '../support/ownCard.ts'
import { until } from '../support/process.ts'
import { useProduct } from '../support/product.ts'
import { type Said, said } from '../support/said.ts'

const site = useProduct()

/** The first page that a person sees is the sign-in page, where he chooses the language. */
const openIn = async (locale: keyof typeof said, page: Page, path: string) => {
  await page.goto(path)
  await page.locator('#language').selectOption(locale)
  await page.getByRole('button', { name: said[locale]('登录'), exact: true }).waitFor()
}

const createOffice = async (say: Said, page: Page, name: string) => {
  await page.getByRole('link', { name: say('新增律所') }).click()
  await page.getByRole('textbox', { name: say('律所名称'), exact: true }).fill(name)
  const isChinese = say('省') === '省'
  await choose(page, say('所在地区：省'), isChinese ? '浙江' : 'Zhejiang')
  await choose(page, say('所在地区：市'), isChinese ? '杭州' : 'Hangzhou')
  await choose(page, say('所在地区：区县'), isChinese ? '上城' : 'Shangcheng')
  await page.getByRole('textbox', { name: say('详细地址'), exact: true }).fill('钱江路1366号A座18层')
  await page.getByRole('textbox', { name: `${say('联系电话')} 1` }).fill('0571-55550500')
  await expectAccessible(page)
  await page.getByRole('button', { name: say('保存') }).click()
  await page.getByRole('heading', { name, exact: true }).waitFor()
}

type Person = { name: string; mobile: string }

const createAccounts = async (say: Said, page: Page, office: string, people: readonly Person[]) => {
  await page.goto('/web/app/lawyer/create')
  for (const [index, { name, mobile }] of people.entries()) {
    const row = `第${index + 1}行`
    await page.getByLabel(say(`${row}姓名`)).fill(name)
    await page.getByLabel(say(`${row}手机号`)).fill(mobile)
    await page.getByLabel(say(`${row}所属律所`)).fill(office)
    await page.keyboard.press('Tab')
  }
  await expectAccessible(page)
  await page.getByRole('button', { name: say(`创建 ${people.length} 个账号`) }).click()
  const createdRegion = page.getByRole('region', { name: say('已创建的账号') })
  await createdRegion.waitFor()
  await expectUncovered(createdRegion.locator('code, button'))
  return createdRegion.locator('code').allInnerTexts()
}

const newPassword = 'liangshan-0108'

const setFirstPassword = async (say: Said, page: Page, initial: string) => {
  await page.getByRole('textbox', { name: say('初始密码'), exact: true }).fill(initial)
  await page.getByRole('textbox', { name: say('新密码'), exact: true }).fill(newPassword)
  await page.getByRole('textbox', { name: say('再次输入新密码'), exact: true }).fill(newPassword)
  await page.getByRole('button', { name: say('设置新密码') }).click()
  await page.waitForURL(/\/app\/user\/dashboard/)
}

/** The typing error in the introduction that the administrator corrects. */
const approveWithCorrection = async (say: Said, page: Page, name: string) => {
  await page.goto('/web/app/card')
  await page.getByRole('button', { name: new RegExp(`^${say('待审核')}`) }).click()
  await page.getByRole('link', { name, exact: true }).click()
  await page.getByRole('heading', { name, exact: true }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: say('更正个人简介') }).click()
  const intro = page.getByRole('textbox', { name: say('个人简介'), exact: true })
  await intro.fill('执业五年，主要办理民商事争议。曾代理多起仲裁案件。')
  await page.getByRole('button', { name: say('采用更正') }).click()
  await page.getByRole('button', { name: say('更正并通过') }).click()
  // The decision is sent after ten seconds, or when its notice is closed.
  const notice = page.getByRole('alert').getByRole('button', { name: say('撤销') })
  await notice.waitFor()
  await page.keyboard.press('Escape')
  await notice.waitFor({ state: 'detached' })
}

describe.each([
  ['1440', 'zh-CN', wide, '杭州', '1'],
  ['390', 'en-US', phone, '宁波', '2'],
] as const)('the main job with the administrator at %s px in %s', (_, locale, viewport, place, digit) => {
  const say = said[locale]
  const office = `砚衡（${place}）律师事务所`
  const people = ['郭嘉言', '欧阳文远', '曾书予'].map((name, index) => ({
    name: `${name.slice(0, 3)}${{ 1: '', 2: '之' }[digit]}`,
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

  test('creates an office and three accounts together', async () => {
    const { page } = admin
    await openIn(locale, page, '/web/')
    await site.signIn(page, 'admin')
    await createOffice(say, page, office)
    secrets = await createAccounts(say, page, office, people)
    expect(secrets).toHaveLength(3)
  })

  test('a lawyer signs in on a phone, chooses a password, writes the card and submits it', async () => {
    const { page } = lawyer
    await openIn(locale, page, '/web/login')
    await site.signIn(page, author.mobile, secrets[0]!)
    await setFirstPassword(say, page, secrets[0]!)
    await writeCard(page, say)
    unreadBefore = await unread(page, say)
  })

  test('the administrator sees the changes, corrects a word and approves', async () => {
    await approveWithCorrection(say, admin.page, author.name)
    // Looks at the state only, because other English sentences contain the word earlier.
    await admin.page.getByText(say('已发布'), { exact: true }).first().waitFor()
  })

  test('the lawyer is notified, and the badge counts the message until it is read', async () => {
    const { page } = lawyer
    await page.goto('/web/app/user/dashboard')
    await page.getByText('曾代理多起仲裁案件').first().waitFor()
    // The badge appears at once with the value that the tab last showed.
    await until(async () => (await unread(page, say)) === unreadBefore + 1)
    await page.getByRole('link', { name: new RegExp(`^${say('站内信，1条未读').split(/\d/)[0]}`) }).click()
    await page
      .getByRole('list', { name: say('站内信') })
      .getByRole('link', { name: say('名片已通过审核') })
      .click()
    await page
      .getByRole('region', { name: say('站内信内容') })
      .getByText(say('审核时更正了：个人简介。更正后的内容已发布，请核对。'))
      .waitFor()
    await until(async () => (await unread(page, say)) === unreadBefore)
    await expectAccessible(page)
  })

  test('the log shows who did what, field by field', async () => {
    const { page } = admin
    await page.goto('/web/app/logs')
    const row = page.getByRole(viewport === wide ? 'row' : 'listitem')
    await row
      .filter({ hasText: say(`将【${author.name}】的个人简介由“甲”改为“乙”`).split('甲')[0]! })
      .getByRole('link')
      .first()
      .click()
    await page.getByText('曾代里多起').first().waitFor()
    await page.getByText('曾代理多起').first().waitFor()
    await page.getByText('顾清衡').first().waitFor()
  })

  test('the console has no errors or warnings', () => {
    expect([...admin.complaints, ...lawyer.complaints]).toEqual([])
  })

  test.runIf(locale === 'zh-CN')('everything is there after a restart', async () => {
    await site.restart()
    const { page } = lawyer
    await page.goto('/web/app/user/dashboard')
    await page.getByText('曾代理多起仲裁案件').first().waitFor()
    await admin.page.goto('/web/app/office/list')
    await admin.page.getByRole('link', { name: office }).first().waitFor()
  })
})
