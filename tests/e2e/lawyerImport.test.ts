import { readFile } from 'node:fs/promises'

import type { CellValue } from 'hucre/xlsx'
import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'

import { expectAccessible, expectNoSidewaysScroll } from '../support/browser.ts'
import { useProduct } from '../support/product.ts'
import { workbookOf } from '../support/workbook.ts'

const site = useProduct()

const office = '砚衡（北京）律师事务所'
const mobileOf = (index: number) => `1366000${String(index).padStart(4, '0')}`
const person = (index: number): CellValue[] => [
  index + 1,
  `导入${String.fromCodePoint(0x4e00 + index)}`,
  Number(mobileOf(index)),
  office,
  '实习律师',
  '人事备注',
]

/** Of two hundred people, fourteen have errors. */
const rows = () => {
  const people = Array.from({ length: 200 }, (_, index) => person(index))
  const wrong = (index: number, column: number, value: CellValue) => void (people[index]![column] = value)
  for (const index of [3, 20, 37]) wrong(index, 2, '138')
  for (const index of [50, 60, 70]) wrong(index, 3, '不存在的分所')
  for (const index of [80, 90]) wrong(index, 2, Number(mobileOf(index - 1)))
  for (const index of [100, 101]) wrong(index, 1, '甲')
  for (const index of [120, 121]) wrong(index, 4, '见习')
  // Only the server can find these errors.
  wrong(150, 2, 13_800_000_001)
  wrong(199, 2, 13_800_000_002)
  return [['序号', '姓名', '手机号码', '所属律所', '人员类别', '内部备注'], ...people]
}

test('two hundred people are imported from a file with fourteen errors, and the import is undone', async () => {
  const { page, complaints } = await site.openAs('admin')
  await page.goto('/web/app/lawyer/create')
  await page.getByRole('button', { name: '从Excel或CSV导入' }).waitFor()
  await page.getByLabel('选择Excel或CSV文件').setInputFiles({
    name: '人员.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: Buffer.from(await workbookOf(rows())),
  })
  const dialog = page.getByRole('dialog', { name: '导入“人员.xlsx”' })
  expect(await dialog.getByLabel('手机号码对应').inputValue()).toBe('mobile')
  expect(await dialog.getByLabel('内部备注对应').inputValue()).toBe('')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: '填入 200 行' }).click()
  const bar = page.locator('.create-bar')
  await bar.getByText('200 人，其中 12 人需要修改').waitFor()
  await bar.getByRole('button', { name: '检查' }).click()
  await bar.getByText('200 人，其中 14 人需要修改').waitFor()

  // Ten errors are corrected in the grid, moving from one to the next.
  const corrections: readonly (readonly [row: number, label: string, text: string])[] = [
    ...[3, 20, 37].map(index => [index + 1, '手机号', mobileOf(index)] as const),
    ...[50, 60, 70].map(index => [index + 1, '所属律所', office] as const),
    ...[80, 90].map(index => [index + 1, '手机号', mobileOf(index)] as const),
    ...[100, 101].map(index => [index + 1, '姓名', `改名${index}`] as const),
  ]
  await bar.getByRole('button', { name: '下一处错误' }).click()
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('第4行手机号')
  for (const [row, label, text] of corrections) {
    await page.getByLabel(`第${row}行${label}`, { exact: true }).fill(text)
    await page.keyboard.press('Tab')
  }
  await bar.getByText('200 人，其中 4 人需要修改').waitFor()
  await bar.getByRole('button', { name: '创建 196 个账号' }).click()
  const createdRegion = page.getByRole('region', { name: '已创建的账号' })
  await createdRegion.getByText('已创建 196 个账号').waitFor()

  // The other four rows are returned as a file.
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '下载有误的 4 行' }).click(),
  ])
  const { sheets } = await readXlsx(new Uint8Array(await readFile(await file.path())))
  const [heading, ...returned] = sheets[0]!.rows
  expect(heading!.at(-1)).toBe('错误原因')
  expect(returned.map(row => row.at(-1))).toEqual([
    '人员类别：没有“见习”，请从列表中选择人员类别',
    '人员类别：没有“见习”，请从列表中选择人员类别',
    '手机号：该手机号已存在',
    '手机号：该手机号已存在',
  ])

  await createdRegion.getByRole('button', { name: '撤销本次创建' }).click()
  await page.getByRole('button', { name: '撤销创建' }).click()
  await page.getByRole('dialog', { name: '已撤销 196 条记录' }).waitFor()
  await page.getByRole('button', { name: '关闭', exact: true }).last().click()
  await createdRegion.waitFor({ state: 'detached' })
  await expectNoSidewaysScroll(page)
  expect(complaints).toEqual([])
})

test('people with a known licence or mobile are updated or skipped row by row, and the update is undone', async () => {
  const { page, complaints } = await site.openAs('admin')
  page.setDefaultTimeout(20_000)
  const columns = ['姓名', '手机号', '所属律所', '人员类别', '执业证号', '部门/团队']
  const fill = async (people: CellValue[][]) => {
    await page.goto('/web/app/lawyer/create')
    await page.getByLabel('选择Excel或CSV文件').setInputFiles({
      name: '人员.xlsx',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: Buffer.from(await workbookOf([columns, ...people])),
    })
    await page.getByRole('button', { name: `填入 ${people.length} 行` }).click()
  }
  const licence = '13101202010991234'
  const bar = page.locator('.create-bar')
  const lawyer = (name: string, mobile: number, number: string, team: string) => [
    name,
    mobile,
    office,
    '律师',
    number,
    team,
  ]
  await fill([
    lawyer('旧人甲', 13_667_770_001, licence, '诉讼部'),
    lawyer('旧人乙', 13_667_770_002, '', '诉讼部'),
  ])
  await bar.getByRole('button', { name: '创建 2 个账号' }).click()
  await page.getByRole('button', { name: '已保存，关闭' }).click()

  await fill([
    lawyer('旧人甲', 13_667_770_009, licence, '争议解决部'),
    lawyer('旧人乙改', 13_667_770_002, '', '合规部'),
    lawyer('旧人乙', 13_667_770_003, '', '合规部'),
    lawyer('新来的人', 13_667_770_004, '', '合规部'),
  ])
  await bar.getByRole('button', { name: '创建 4 个账号' }).click()
  const known = page.getByRole('region', { name: '已有的人员' })
  await known.getByText('3 行是已有的人员').waitFor()
  // The new person was created; the others wait for a choice.
  await page.getByRole('region', { name: '已创建的账号' }).getByText('已创建 1 个账号').waitFor()
  await page.getByRole('button', { name: '已保存，关闭' }).click()
  expect(await known.getByRole('radio', { checked: true }).count()).toBe(0)
  const row = (title: string) => known.getByRole('group', { name: title })
  await row('第 1 行 旧人甲')
    .getByText('与“旧人甲”（砚衡（北京）律师事务所）的执业证号、姓名和律所相同')
    .waitFor()
  await row('第 1 行 旧人甲').getByRole('radio', { name: '更新“旧人甲”' }).check()
  await row('第 1 行 旧人甲').getByText('争议解决部').waitFor()
  await row('第 1 行 旧人甲').getByText('手机号与现有的不同，不会修改').waitFor()
  await row('第 2 行 旧人乙改').getByRole('radio', { name: '跳过' }).check()
  await row('第 3 行 旧人乙').getByRole('radio', { name: '作为新人员创建' }).check()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await known.getByRole('button', { name: '更新 1 人，跳过 1 行' }).click()
  const report = page.getByRole('link', { name: '查看结果' })
  await report.waitFor()
  // The row that is somebody new is left, and is created now.
  await bar.getByRole('button', { name: '创建账号' }).click()
  await page.getByRole('button', { name: '已保存，关闭' }).click()
  const reportPath = await report.getAttribute('href')
  await report.click()
  await page.getByText('共 1 条 · 已完成 1').waitFor()
  await page.getByRole('button', { name: '撤销' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '撤销' }).click()
  await page.waitForURL(url => url.pathname !== reportPath)
  await page.getByText('共 1 条 · 已完成 1').waitFor()
  expect(complaints).toEqual([])
})

test('a list with titles, notes and damaged cells is read, says what is left out, and can be changed', async () => {
  const { page, complaints } = await site.openAs('admin')
  await page.goto('/web/app/lawyer/create')
  await page.getByLabel('选择Excel或CSV文件').setInputFiles('tests/fixtures/sheets/openpyxl-roster.xlsx')
  const dialog = page.getByRole('dialog', { name: '导入“openpyxl-roster.xlsx”' })
  expect(await dialog.getByLabel('表头').locator('option:checked').innerText()).toMatch(/^第4行：姓名\*/)
  expect(await dialog.getByLabel('执业证书编号对应').inputValue()).toBe('licenseNumber')
  const unread = dialog.getByRole('region', { name: '没有读入的内容' })
  await unread.getByText('第1行：某某律师事务所人员花名册').waitFor()
  await unread.getByText('第9行：填表人：王五 填表日期：2024-05-01').waitFor()
  await expectAccessible(page)
  // A line that was taken for a note can be read all the same, and the heading can be another one.
  await unread.getByRole('checkbox', { name: '读入' }).check()
  await dialog.getByRole('button', { name: '填入 4 行' }).waitFor()
  await unread.getByRole('checkbox', { name: '读入' }).uncheck()
  await dialog.getByLabel('表头').selectOption('没有表头，第一行就是数据')
  await dialog.getByText('文件中没有姓名、手机号、所属律所').waitFor()
  await dialog.getByLabel('表头').selectOption({ index: 5 })
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await dialog.getByRole('button', { name: '填入 3 行' }).click()
  const cell = (row: number, label: string) => page.getByLabel(`第${row}行${label}`, { exact: true })
  expect(await cell(2, '人员类别').inputValue()).toBe('律师')
  expect(await cell(3, '入所日期').inputValue()).toBe('2020-05-01')
  expect(await cell(2, '执业证号').getAttribute('aria-invalid')).toBe('true')
  await page.getByText('超过15位的数字在表格中已不准确').waitFor()
  expect(complaints).toEqual([])
})

test('a CSV file with a title and an error value is imported by 职位, by the keyboard alone', async () => {
  const { page, complaints } = await site.openAs('admin')
  await page.goto('/web/app/operation/position/import')
  const choose = page.getByRole('button', { name: '从Excel或CSV导入' })
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), choose.press('Enter')])
  await chooser.setFiles({
    name: '职位.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('\uFEFF职位清单\r\n职位名称,职位编码,备注\r\n首席顾问,Chief,#N/A\r\n合计,1\r\n'),
  })
  const dialog = page.getByRole('dialog', { name: '导入“职位.csv”' })
  await dialog.getByText('第4行：合计 1').waitFor()
  await dialog.getByRole('button', { name: '填入 1 行' }).press('Enter')
  await page.getByText('这是表格中的错误值').waitFor()
  // The dialog gives the focus back to the button, which was at work when it opened.
  await expect.poll(() => choose.evaluate(it => it === document.activeElement)).toBe(true)
  expect(complaints).toEqual([])
})

test('a long list is shown in pages, through which the keyboard and the next error move', async () => {
  const { page, complaints } = await site.openAs('admin')
  page.setDefaultTimeout(20_000)
  const people = Array.from({ length: 450 }, (_, index) => person(index))
  people[430]![2] = '138'
  await page.goto('/web/app/lawyer/create')
  await page.getByLabel('选择Excel或CSV文件').setInputFiles({
    name: '人员.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: Buffer.from(
      await workbookOf([['序号', '姓名', '手机号码', '所属律所', '人员类别', '内部备注'], ...people]),
    ),
  })
  await page.getByRole('button', { name: '填入 450 行' }).click()
  await page.getByText('第 1–200 行，共 450 行').waitFor()
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  const bar = page.locator('.create-bar')
  await bar.getByText('450 人，其中 1 人需要修改').waitFor()
  await bar.getByRole('button', { name: '下一处错误' }).click()
  await page.getByText('第 401–450 行，共 450 行').waitFor()
  expect(await focused()).toBe('第431行手机号')
  await page.getByLabel('第431行手机号', { exact: true }).fill('13660000430')
  await page.keyboard.press('Tab')
  await bar.getByText('450 人待创建').waitFor()
  await page.getByRole('button', { name: '上一页' }).click()
  await page.getByLabel('第400行姓名', { exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('第 401–450 行，共 450 行').waitFor()
  expect(await focused()).toBe('第401行姓名')
  await page.keyboard.press('ArrowUp')
  await page.getByText('第 201–400 行，共 450 行').waitFor()
  expect(await focused()).toBe('第400行姓名')
  await expectAccessible(page)
  expect(complaints).toEqual([])
})
