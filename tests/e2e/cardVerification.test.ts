import decodeQR from 'qr/decode.js'
import sharp from 'sharp'
import { expect, test } from 'vitest'

import { expectAccessible, expectNoSidewaysScroll, phone, wide } from '../support/browser.ts'
import { useProduct } from '../support/product.ts'

const site = useProduct()

/** The address in the code of a card, as a phone reads it. */
const scanned = async (picture: Buffer) => {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return decodeQR({ width: info.width, height: info.height, data })
}

test('a stranger scans a printed code on a phone in the dark, without scripts', async () => {
  const { page, complaints } = await site.openAs('admin')
  await page.goto('/web/app/card/verification')
  await page.getByRole('heading', { name: '核验页的样子' }).waitFor()
  await page.getByRole('switch', { name: '提供核验页' }).click()
  await page.getByRole('switch', { name: '名片码指向核验页' }).click()
  const { host } = new URL(page.url())
  await page.getByRole('textbox', { name: '核验网址' }).fill(`https://${host}/api/verify`)
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await page.getByText('已保存').first().waitFor()
  await page.getByRole('heading', { name: '签名密钥' }).waitFor()
  await page.frameLocator('iframe').getByText('示例律师').waitFor()
  expect(complaints).toEqual([])
  await expectAccessible(page)
  // axe has sent a message into the preview's frame, which has no origin, and the browser says that it was not delivered.
  complaints.length = 0
  await page.setViewportSize(phone)
  await expectNoSidewaysScroll(page)
  await page.setViewportSize(wide)

  await page.goto('/web/app/card')
  await page.getByRole('row').getByRole('link').first().click()
  const address = await scanned(await page.getByRole('img', { name: /的名片码$/ }).screenshot())
  expect(address).toMatch(/^https:\/\/[^/]+\/api\/verify\?k=\w{10}$/)
  await page.getByRole('link', { name: '核验页' }).waitFor()

  const stranger = await site.openWindow({ viewport: phone, colorScheme: 'dark', javaScriptEnabled: false })
  await stranger.page.goto(address.replace('https:', 'http:'))
  await stranger.page.getByText('在职').waitFor()
  await stranger.page.getByText(host).first().waitFor()
  await expectNoSidewaysScroll(stranger.page)
  await expectAccessible(stranger.page)
  await stranger.page.getByText('签名的核验结果').click()
  await stranger.page.getByRole('img', { name: '签名的二维码' }).waitFor()
  await expectNoSidewaysScroll(stranger.page)
  const keys = await fetch(`http://${host}/.well-known/jwks.json`)
  expect(await keys.json()).toMatchObject({ keys: [{ kty: 'EC', crv: 'P-256', alg: 'ES256' }] })
  expect(stranger.complaints).toEqual([])
  expect(complaints).toEqual([])
})
