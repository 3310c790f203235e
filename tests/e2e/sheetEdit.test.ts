import { readFile } from 'node:fs/promises'

import { beforeAll, expect, test } from 'vitest'

import { expectAccessible, expectNoSidewaysScroll, phone, type Watched } from '../support/browser.ts'
import { useProduct } from '../support/product.ts'

const site = useProduct()
let window: Watched
beforeAll(async () => {
  window = await site.openWindow({ viewport: phone })
})

const byteOrderMark = '\uFEFF'

test('an exported list is changed, brought back after a comparison, and only the changed rows are updated', async () => {
  const { page } = window
  await page.goto('/web/login')
  await site.signIn(page, 'admin')
  await page.goto('/web/app/operation/position')
  await page.getByRole('button', { name: '导出' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'CSV（.csv）' }).check()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: '导出' }).click(),
  ])
  const text = await readFile(await file.path(), 'utf8')
  expect(text.startsWith(byteOrderMark)).toBe(true)
  const lines = text.slice(1).trim().split('\r\n')
  const cells = lines.map(line => line.split(','))
  const column = (name: string) => cells[0]!.indexOf(name)
  cells[1]![column('职级')] = '3'
  cells[2]![column('状态')] = '停用'
  cells[3]![column('职级')] = '很高'
  await page.getByRole('button', { name: '导出' }).click()
  await page.getByRole('link', { name: '导回改过的表格' }).click()
  await page.getByRole('region', { name: '选择文件' }).waitFor()
  await page.locator('input[type=file]').setInputFiles({
    name: '职位.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(byteOrderMark + cells.map(line => line.join(',')).join('\r\n')),
  })
  const compared = page.getByRole('region', { name: '对比结果' })
  await compared.getByText('将修改 2 行', { exact: false }).waitFor()
  await compared.getByText('职级“很高”不能识别').waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await compared.getByRole('button', { name: '修改 2 行' }).click()
  await page.getByText('共 2 条 · 已完成 2').waitFor()
})
