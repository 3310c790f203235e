import { readFile } from 'node:fs/promises'

import decodeQR from 'qr/decode.js'
import sharp from 'sharp'
import { expect, test } from 'vitest'

import { expectUncovered } from '../support/boxes.ts'
import { expectAccessible, expectNoSidewaysScroll, phone } from '../support/browser.ts'
import { useProduct } from '../support/product.ts'

const site = useProduct()

const scanned = async (file: string) => {
  const { data, info } = await sharp(await readFile(file))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return decodeQR({ width: info.width, height: info.height, data })
}

test('a lawyer saves his posters and prints his cards on a phone', async () => {
  const { page, complaints } = await site.openAs('13800000001', {
    viewport: phone,
    colorScheme: 'dark',
  })
  await page.goto('/web/app/user/dashboard')
  await page.getByRole('img', { name: /的名片码$/ }).waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await page.getByRole('button', { name: '海报' }).click()
  for (const style of ['经典', '商务', '极简']) {
    await page.locator('label.pill', { hasText: style }).click()
    await page.getByRole('img', { name: /的海报$/ }).waitFor()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: '保存图片' }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/-海报\.png$/)
    expect(await scanned(await file.path()), style).toMatch(/^https:\/\/.*[?&]k=\w{10}$/)
  }
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: '打印名片' }).click()
  await page.getByRole('img', { name: /的名片打印页$/ }).waitFor()
  const paper = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  // One A4 sheet in points, without anything else of the screen.
  expect([...paper.matchAll(/MediaBox \[0 0 (\d+)[\d.]* (\d+)[\d.]*\]/g)].map(([, w, h]) => [w, h])).toEqual([
    ['594', '841'],
  ])
  expect(complaints).toEqual([])
})

test("the preview of a card covers none of the buttons beside the card's content", async () => {
  const { page, complaints } = await site.openAs('admin')
  await page.goto('/web/app/card')
  await page.getByRole('row').getByRole('link').first().click()
  await page.getByRole('img', { name: /的名片码$/ }).waitFor()
  await expectUncovered(page.locator('.card-detail').getByRole('button', { name: /^保存|海报|打印/ }))
  expect(complaints).toEqual([])
})
