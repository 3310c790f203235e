import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'

import { expectAccessible, expectNoSidewaysScroll, phone } from '../support/browser.ts'
import { chineseOf } from '../support/languageOfPage.ts'
import { officialApp, startOfficialAccount } from '../support/officialAccount.ts'
import { useProduct } from '../support/product.ts'

// The product learns the address of WeChat when it starts.
const wechat = await startOfficialAccount()
const site = useProduct({ WECHAT_ENDPOINT: wechat.endpoint })

const longTitle = `关于${'股东出资期限加速到期的若干问题与应对'.repeat(3)}`

beforeAll(async () => {
  const bytes = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#8da2b8' } })
    .jpeg()
    .toBuffer()
  const picture = wechat.picture('picture.jpg', bytes)
  wechat.publish('LONG', [
    {
      title: longTitle,
      author: '林律师',
      digest: '摘要'.repeat(60),
      content: `<section>第一段</section><section>第二段<img data-src="${picture}"></section>`,
      url: 'https://mp.weixin.qq.com/s/abc',
    },
    { title: '第二条', content: '<section><img data-src="https://elsewhere.example/a.png">正文</section>' },
  ])
  return () => wechat.stop()
})

test('the operator connects the 公众号, and tests the connection', async () => {
  const { page, close, complaints } = await site.openAs('system')
  await page.goto('/web/app/setting/system')
  await page.getByLabel('公众号AppID').fill(officialApp.appId)
  await page.getByLabel('公众号AppSecret').fill(officialApp.secret)
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await page.getByText('没有修改').waitFor()
  await page.getByRole('button', { name: '测试连接：公众号', exact: true }).click()
  await page.getByText('连接正常', { exact: true }).waitFor()
  await expectAccessible(page)
  expect(complaints).toEqual([])
  await close()
})

test('an article is imported with two presses from the list, and opens as a draft with its paragraphs', async () => {
  const { page, close, complaints } = await site.openAs('admin')
  await page.goto('/web/app/cms/article')
  await page.getByRole('link', { name: '公众号文章' }).click()
  await page.getByRole('link', { name: longTitle }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: `导入为草稿：${longTitle}` }).click()
  await page.getByText('已导入为草稿', { exact: true }).waitFor()
  await page.getByRole('button', { name: '导入为草稿：第二条' }).click()
  await page.getByText('已导入为草稿，有 1 张图片没有取到，请补上。').waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: '打开' }).first().click()
  const text = page.locator('.rich-page')
  await text.getByText('第一段', { exact: true }).waitFor()
  await text.locator('img').waitFor()
  expect(await text.locator('p').allInnerTexts()).toEqual(expect.arrayContaining(['第一段', '第二段']))
  expect(complaints).toEqual([])
  await close()
})

test('a phone in the dark shows it in English, and what WeChat refuses', async () => {
  const { page, close } = await site.openAs('admin', { viewport: phone, colorScheme: 'dark' })
  await page.addInitScript(() => localStorage.setItem('tenant-admin/locale', 'en-US'))
  await page.goto('/web/app/cms/official')
  await page.getByText('Imported', { exact: true }).first().waitFor()
  expect(await chineseOf(page)).toEqual([])
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  wechat.instead.set('/cgi-bin/freepublish/batchget', { errcode: 48001, errmsg: 'api unauthorized' })
  await page.reload()
  await page.getByText(/WeChat must verify the account first/).waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  wechat.instead.clear()
  await page.getByRole('button', { name: /Retry|Try again/ }).click()
  await page.getByText('Imported', { exact: true }).first().waitFor()
  await close()
})
