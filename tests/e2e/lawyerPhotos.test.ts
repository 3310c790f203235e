import { randomBytes } from 'node:crypto'

import { zipSync } from 'fflate'
import sharp from 'sharp'
import { expect, test } from 'vitest'

import { uploadLimits } from '../../resources/uploads.ts'
import { expectAccessible, expectNoSidewaysScroll } from '../support/browser.ts'
import { portrait } from '../support/portrait.ts'
import { useProduct } from '../support/product.ts'

const site = useProduct()

const mobileOf = (index: number) => `138000000${String(index).padStart(2, '0')}`

test('of a zip with forty portraits and two strangers, forty are matched and two are listed with the reason', async () => {
  const { page, complaints } = await site.openAs('admin')
  page.setDefaultTimeout(60_000)
  const { buffer } = await portrait()
  const picture = new Uint8Array(buffer)
  const named = Array.from({ length: 40 }, (_, index) => `${mobileOf(index + 1)}.jpg`)
  const files = ['照片/不认识的人.jpg', '13999999999.jpg', ...named]
  const zip = zipSync(Object.fromEntries(files.map(name => [name, picture])), { level: 0 })
  await page.goto('/web/app/lawyer')
  await page.getByRole('link', { name: '批量上传照片' }).click()
  await page.getByRole('button', { name: '选择文件' }).waitFor()
  await page.getByLabel('选择zip压缩包').setInputFiles({
    name: '照片.zip',
    mimeType: 'application/zip',
    buffer: Buffer.from(zip),
  })
  const result = page.getByRole('region', { name: '对比结果' })
  await result.getByText('将更新 40 人 · 没有使用 2 个文件').waitFor()
  expect(
    await result.getByRole('list', { name: '没有使用的文件' }).getByRole('listitem').allInnerTexts(),
  ).toEqual(['不认识的人.jpg：没有找到姓名对应的人员', '13999999999.jpg：没有找到手机号对应的人员'])
  const matches = result.getByRole('list', { name: '将更新的人员' })
  expect(await matches.getByRole('listitem').count()).toBe(40)
  await matches.getByText('沈砚之').waitFor()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await result.getByRole('button', { name: '上传 40 张照片' }).click()
  await result.getByRole('link', { name: '查看结果：名片' }).waitFor()
  await result.getByRole('link', { name: '查看结果：人员' }).click()
  await page.getByText('共 40 条 · 已完成 40').waitFor()
  await page.getByRole('button', { name: '撤销' }).waitFor()
  expect(complaints).toEqual([])
})

/** A photo of more than 10 MB, as a camera takes it. */
const cameraPicture = async () => {
  const [width, height] = [2400, 3000]
  const noise = randomBytes(width * height * 3)
  return new Uint8Array(
    await sharp(noise, { raw: { width, height, channels: 3 } })
      .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
      .toBuffer(),
  )
}

test('a camera picture in an archive of Windows is matched by its name in GBK, and cut', async () => {
  const { page, complaints } = await site.openAs('admin')
  page.setDefaultTimeout(60_000)
  const picture = await cameraPicture()
  expect(picture.length).toBeGreaterThan(uploadLimits.avatar.maxSize)
  const zip = Buffer.from(zipSync({ 'AAAA.jpg': picture }, { level: 0 }))
  // 施然 in GBK, whose bytes are also valid UTF-8. The name is in the entry and in the directory.
  for (const at of [zip.indexOf('AAAA'), zip.lastIndexOf('AAAA')]) zip.set([0xca, 0xa9, 0xc8, 0xbb], at)
  await page.goto('/web/app/lawyer/photos')
  await page.getByRole('button', { name: '选择文件' }).waitFor()
  await page
    .getByLabel('选择zip压缩包')
    .setInputFiles({ name: '照片.zip', mimeType: 'application/zip', buffer: zip })
  await page.getByRole('list', { name: '将更新的人员' }).getByText('施然.jpg').waitFor()
  await page.getByRole('button', { name: '上传 1 张照片' }).click()
  await page.getByRole('link', { name: '查看结果：人员' }).click()
  await page.getByText('共 1 条 · 已完成 1').waitFor()
  expect(complaints).toEqual([])
})
