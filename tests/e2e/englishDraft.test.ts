import { afterAll, beforeEach, expect, test } from 'vitest'

import { expectAccessible, expectNoSidewaysScroll, phone } from '../support/browser.ts'
import { openSection } from '../support/ownCard.ts'
import { useProduct } from '../support/product.ts'
import { repliesWith, startTranslationService } from '../support/translationService.ts'

const service = await startTranslationService()
const site = useProduct({ TRANSLATION_URL: service.url })
beforeEach(() => {
  service.state.reply = repliesWith(() => 'Focuses on commercial disputes.')
})
afterAll(() => service.close())

test('the firm switches drafts on, and a lawyer reads and adopts one for a field of the English card', async () => {
  const lawyer = await site.signInAs('13800000001', { viewport: phone, colorScheme: 'dark' })
  const { page } = lawyer
  const openIntroduction = async () => {
    await page.goto('/web/app/user/card?language=EN')
    const compare = page.getByRole('button', { name: '对照中文' })
    const hide = page.getByRole('button', { name: '收起中文' })
    await compare.or(hide).waitFor()
    if (await compare.isVisible()) await compare.click()
    await openSection(page, '简介')
  }
  await openIntroduction()
  await page.getByRole('complementary', { name: '中文的个人简介' }).waitFor()
  const offer = page.getByRole('button', { name: '生成英文草稿：个人简介' })
  expect(await offer.count()).toBe(0)

  const admin = await site.signInAs('admin')
  await admin.page.goto('/web/app/conf/english-draft')
  await admin.page.getByLabel('提供英文草稿').check()
  await admin.page.getByLabel('使用翻译服务').check()
  await expectAccessible(admin.page)
  await admin.page.getByRole('button', { name: '保存' }).click()
  await admin.page.getByText('已保存').first().waitFor()
  expect(admin.complaints).toEqual([])
  expect(service.requests).toEqual([])

  await openIntroduction()
  const field = page.getByRole('textbox', { name: '个人简介', exact: true })
  const before = await field.innerText()
  await offer.click()
  const draft = page.getByRole('region', { name: '个人简介的英文草稿' })
  await draft.getByText('Focuses on commercial disputes.').waitFor()
  // A draft changes nothing until it is adopted.
  expect(await field.innerText()).toBe(before)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await draft.getByRole('button', { name: /^(采用草稿|用草稿替换)$/ }).click()
  await expect.poll(() => field.innerText()).toContain('Focuses on commercial disputes.')
  await draft.waitFor({ state: 'detached' })

  service.state.reply = () => ({ status: 503, body: '{}' })
  await offer.click()
  await page.getByRole('alert').getByText('翻译服务暂不可用').waitFor()
  await expect.poll(() => field.innerText()).toContain('Focuses on commercial disputes.')
  expect(lawyer.complaints.filter(it => !it.includes('503'))).toEqual([])
})

test('an administrator compares both languages of a card, and adopts a draft for the English one', async () => {
  const { page, complaints } = await site.signInAs('admin')
  await page.goto('/web/app/card?filter={"q":"沈砚之"}')
  await page.getByRole('link', { name: '沈砚之', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: '沈砚之' }).waitFor()
  await page.getByRole('link', { name: '编辑' }).first().click()
  await page.getByRole('button', { name: '对照英文' }).click()
  const english = page.getByRole('complementary', { name: '英文的个人简介' })
  await english.waitFor()
  expect(await english.getByRole('button', { name: /^生成英文草稿/ }).count()).toBe(0)
  await expectAccessible(page)

  await page.getByRole('button', { name: /^英文名片/ }).click()
  const shown = page.locator('#content div:not([hidden]) > form')
  await page.getByText('会把该项已保存的中文内容发送到律所选用的翻译服务').waitFor()
  await shown.getByRole('complementary', { name: '中文的个人简介' }).waitFor()
  await shown.getByRole('button', { name: '生成英文草稿：个人简介' }).click()
  const draft = shown.getByRole('region', { name: '个人简介的英文草稿' })
  await draft.getByText('Focuses on commercial disputes.').waitFor()
  await draft.getByRole('button', { name: /^(采用草稿|用草稿替换)$/ }).click()
  const field = shown.getByRole('textbox', { name: '个人简介', exact: true })
  await expect.poll(() => field.innerText()).toContain('Focuses on commercial disputes.')
  await expectAccessible(page)
  await page.setViewportSize(phone)
  await expectNoSidewaysScroll(page)
  await shown.getByRole('button', { name: '保存' }).click()
  await page.getByText('已保存并发布').waitFor()
  await page.getByText('Focuses on commercial disputes.').first().waitFor()
  await page.getByText('个人简介还是机器翻译的草稿，没有人改过。').waitFor()
  await expectAccessible(page)
  expect(complaints).toEqual([])
})
