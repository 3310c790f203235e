import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { expectAccessible, expectNoSidewaysScroll, phone, wide } from '../support/browser.ts'
import { openSection, submitCard, writeCard } from '../support/ownCard.ts'
import { useProduct } from '../support/product.ts'

const site = useProduct()

const mobile = '13911112222'
const name = '林知远'
const nameEn = 'Zhiyuan Lin'
const introEn = 'Five years in practice, mostly civil and commercial disputes.'
const firstPassword = 'quiet-river-stone'
const secondPassword = 'maple-harbour-9'

/** Each step is as accessible as any page. */
const check = async (page: Page) => {
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
}
const go = (page: Page) => page.getByRole('button', { name: '下一步' }).click()

const proveMobile = async (page: Page) => {
  await page.getByLabel('手机号').fill(mobile)
  await page.getByRole('button', { name: '获取验证码' }).click()
  const picture = page.getByLabel('图形验证码')
  await picture.waitFor()
  await check(page)
  await picture.fill(site.lastCaptcha())
  await page.getByRole('button', { name: '获取验证码' }).click()
  await page.getByText(/验证码短信正在发往/).waitFor()
  await page.getByLabel('短信验证码').fill(await site.receiveSms())
  await go(page)
}

const openDoor = async (page: Page, link: string) => {
  // A new SMS code may be requested after a minute.
  site.advance(61_000)
  await page.goto('/web/login')
  await page.getByRole('link', { name: link }).click()
}

const setPassword = async (page: Page) => {
  await page.getByRole('heading', { name: '设置密码' }).waitFor()
  await check(page)
  await page.getByRole('textbox', { name: '密码', exact: true }).fill(firstPassword)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: '提交注册' }).click()
  await page.getByRole('heading', { name: '已提交，等待审核' }).waitFor()
  await check(page)
}

const register = async (page: Page) => {
  await openDoor(page, '注册律师账号')
  await proveMobile(page)
  await page.getByRole('heading', { name: '填写资料' }).waitFor()
  await go(page)
  await page.getByText('请选择人员类别').waitFor()
  await check(page)
  await page.getByLabel('姓名').fill('林志远')
  await page.getByLabel('所属律所').selectOption({ index: 1 })
  await page.getByLabel('人员类别').selectOption('律师')
  await go(page)
  await setPassword(page)
}

/** The message of the sign-in page for the first password. */
const trySignIn = async (page: Page) => {
  await page.goto('/web/login')
  await page.getByRole('tab', { name: '律师登录' }).click()
  await page.getByLabel('手机号').fill(mobile)
  await page.getByLabel('密码', { exact: true }).fill(firstPassword)
  await page.getByRole('button', { name: '登录', exact: true }).click()
}

const correct = async (page: Page) => {
  await trySignIn(page)
  await page.getByText('姓名与执业证不符').waitFor()
  await check(page)
  // The password proves the identity, so no second proof is needed.
  await page.getByRole('link', { name: '更正后重新提交' }).click()
  await page.getByRole('heading', { name: '注册申请未通过' }).waitFor()
  await page.getByText('姓名与执业证不符').waitFor()
  await check(page)
  await page.getByRole('button', { name: '更正后重新提交' }).click()
  await page.getByLabel('姓名').fill(name)
  await go(page)
  await setPassword(page)
}

/** The row of a waiting application. */
const application = async (page: Page, applicant: string) => {
  await page.goto(`/web/app/lawyer?filter=${encodeURIComponent('{"status":0}')}`)
  return page.getByRole('row').filter({ hasText: applicant })
}

const refuse = async (page: Page) => {
  const row = await application(page, '林志远')
  await row.getByRole('button', { name: '更多操作' }).click()
  await page.getByRole('menuitem', { name: '驳回' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('驳回原因').fill('姓名与执业证不符')
  await dialog.getByRole('button', { name: '驳回' }).click()
  await row.waitFor({ state: 'detached' })
}

const pass = async (page: Page) => {
  const row = await application(page, name)
  await row.getByRole('button', { name: '通过' }).click()
  await page.getByText(/^即将通过/).waitFor()
  await page.keyboard.press('Escape')
  await row.waitFor({ state: 'detached' })
}

const recover = async (page: Page) => {
  await openDoor(page, '忘记密码')
  await page.getByLabel('律师', { exact: true }).check()
  await proveMobile(page)
  await page.getByRole('heading', { name: '设置新密码' }).waitFor()
  await check(page)
  await page.getByRole('textbox', { name: '新密码', exact: true }).fill(secondPassword)
  await page.getByRole('button', { name: '重设密码并登录' }).click()
  await page.waitForURL(/\/web\/app\/user\/dashboard/)
  await page.getByRole('heading', { level: 1, name: '我的名片' }).waitFor()
}

/** Fills in the English card beside the existing Chinese one. */
const writeEnglishCard = async (page: Page) => {
  await page.goto('/web/app/user/card?language=EN')
  await page.getByRole('button', { name: '对照中文' }).click()
  await page.getByRole('button', { name: /^用中文填充 \d+ 项空白$/ }).click()
  await page.getByRole('textbox', { name: '姓名', exact: true }).fill(nameEn)
  await openSection(page, '简介')
  await page.getByRole('textbox', { name: '个人简介', exact: true }).fill(introEn)
  await check(page)
  await submitCard(page)
}

/** Moves through the waiting cards by keyboard until his is shown. */
const approve = async (page: Page, title: string) => {
  const heading = page.locator('.desk-head h2')
  for (let attempt = 0; attempt < 100 && (await heading.textContent()) !== title; attempt++) {
    const before = await page.locator('.desk-head').textContent()
    await page.keyboard.press('j')
    await expect.poll(() => page.locator('.desk-head').textContent()).not.toBe(before)
  }
  await page.getByRole('heading', { level: 2, name: title, exact: true }).waitFor()
  await page.keyboard.press('a')
  await page.getByRole('region', { name: '可撤销的决定' }).getByText(`通过“${title}”`).waitFor()
  await page.clock.fastForward(10_000)
  await page.getByRole('region', { name: '可撤销的决定' }).waitFor({ state: 'detached' })
}

const approveBoth = async (page: Page) => {
  await page.clock.install()
  await page.goto('/web/app/card/review?kind=card')
  await page.locator('.desk-head h2').waitFor()
  await approve(page, name)
  await approve(page, nameEn)
}

test('a lawyer registers on a phone, is refused, corrects the form, is approved, resets the password and writes both cards, which are approved by keyboard', async () => {
  const lawyer = await site.openWindow({ viewport: phone })
  const admin = await site.openWindow({ viewport: wide })
  await admin.page.goto('/web/login')
  await site.signIn(admin.page, 'admin')

  await register(lawyer.page)
  await refuse(admin.page)
  await correct(lawyer.page)
  await pass(admin.page)
  await trySignIn(lawyer.page)
  await lawyer.page.waitForURL(/\/web\/app\/user\/dashboard/)
  await lawyer.context.clearCookies()
  await recover(lawyer.page)
  await writeCard(lawyer.page)
  await writeEnglishCard(lawyer.page)
  await approveBoth(admin.page)
  await lawyer.page.goto('/web/app/user/dashboard')
  await check(lawyer.page)
  for (const { language, text } of [
    { language: '中文', text: name },
    { language: '英文', text: introEn },
  ]) {
    await lawyer.page
      .getByRole('button', { name: new RegExp(`^${language}`) })
      .first()
      .click()
    await lawyer.page.getByText('已发布').first().waitFor()
    await lawyer.page.getByText(text).first().waitFor()
  }
  expect([...lawyer.complaints, ...admin.complaints]).toEqual([])
})
