import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { chinese } from '../../resources/kit/translate.ts'
import { emptyCells } from '../../src/grid/columns.ts'
import { MappingDialog } from '../../src/grid/file/dialog/MappingDialog.tsx'
import type { Sheet } from '../../src/grid/file/sheet.ts'
import { initialPersonTexts, peopleColumns } from '../../src/pages/lawyerCreate/peopleColumns.ts'
import { useServer } from '../support/screen.tsx'
import { sheetFileOf } from '../support/workbook.ts'

const { put } = useServer()

const columns = peopleColumns([{ id: 1, name: '总所' }], chinese)
const empty = emptyCells(columns, initialPersonTexts('', chinese.translate))

const sheetOf = (lines: string[][], more: Partial<Sheet> = {}) => ({
  ...sheetFileOf(lines).sheets[0]!,
  ...more,
})
const people = sheetOf(
  [
    ['某某律师事务所花名册'],
    ['姓名', '手机号', '所属律所', '座位'],
    ['王一', '13800000001', '总所', 'A1'],
    ['', '', '', 'A2'],
    ['王二', '13800000002', '总所', 'A3'],
    ['填表人：王五'],
  ],
  { unread: { rows: 7, columns: 3, cut: 2 } },
)
const file = {
  sheets: [
    sheetOf([['总所']], { name: '选项', isHidden: true }),
    people,
    sheetOf([['姓名', '手机号'], ['王三', '13800000003'], ['说明']], { name: '外所' }),
  ],
  active: 1,
}

const open = async () => {
  const onLines = vi.fn<(lines: readonly object[]) => void>()
  const props = { name: '名单.xlsx', columns, empty, onClose: () => {}, onLines }
  const { user } = await put('admin', <MappingDialog {...props} file={file} />)
  return { user, onLines, dialog: within(await screen.findByRole('dialog', { name: '导入“名单.xlsx”' })) }
}
type Dialog = Awaited<ReturnType<typeof open>>['dialog']
const chosen = (dialog: Dialog, label: string) =>
  dialog.getByLabelText<HTMLSelectElement>(label).selectedOptions[0]!.text
const unread = (dialog: Dialog) =>
  within(dialog.getByRole('region', { name: '没有读入的内容' }))
    .getAllByRole('listitem')
    .map(it => it.textContent)

test('says what is not read, each with its number', async () => {
  const { dialog } = await open()
  expect(unread(dialog)).toEqual([
    '后面还有 7 行没有读入，请分成几个文件',
    '第100列之后有 3 列没有读入',
    '2 个单元格超过 2000 字，只读入前面的部分',
    '1 行在要导入的列中没有内容，没有读入',
    '其他工作表没有读入：选项（隐藏，1 行）、外所（3 行）',
    '第1行：某某律师事务所花名册',
    '读入第6行：填表人：王五',
  ])
})

test('says what was taken as heading, and reads the lines anew with another one', async () => {
  const { dialog, user } = await open()
  expect(chosen(dialog, '表头')).toBe('第2行：姓名、手机号、所属律所、座位')
  expect(dialog.getByText('共 2 行，请核对文件的每一列对应什么。')).toBeTruthy()
  await user.selectOptions(dialog.getByLabelText('表头'), '第3行：王一、13800000001、总所、A1')
  expect(unread(dialog)).toContain('第2行：姓名 手机号 所属律所 座位')
  expect(dialog.getByText(/^文件中没有姓名、手机号、所属律所/)).toBeTruthy()
})

test('offers the other sheets by name, and reads the chosen one', async () => {
  const { dialog, user, onLines } = await open()
  expect(chosen(dialog, '工作表')).toBe('人员（6 行）')
  await user.selectOptions(dialog.getByLabelText('工作表'), '外所（3 行）')
  expect(chosen(dialog, '表头')).toBe('第1行：姓名、手机号')
  expect(unread(dialog)).toContain('其他工作表没有读入：选项（隐藏，1 行）、人员（6 行）')
  await user.click(dialog.getByRole('button', { name: /^填入/ }))
  expect(onLines.mock.calls[0]![0][0]).toMatchObject({ name: '王三', mobile: '13800000003' })
})

test('says which value is filled in because the file does not have it, and fills in another one', async () => {
  const { dialog, user, onLines } = await open()
  const kind = dialog.getByLabelText('文件中没有人员类别，全部填为')
  expect(chosen(dialog, '文件中没有人员类别，全部填为')).toBe('律师')
  await user.selectOptions(kind, '实习律师')
  await user.click(dialog.getByRole('button', { name: '填入 2 行' }))
  expect(onLines.mock.calls[0]![0]).toMatchObject([
    { name: '王一', personType: '实习律师' },
    { name: '王二', personType: '实习律师' },
  ])
})
