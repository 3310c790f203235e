import type { DataValidation, WriteSheet } from 'hucre/xlsx'

import type { DownloadedFile } from '../../../providers/download.ts'
import type { CellTexts, ImportColumn } from '../columns.ts'
import type { Translate } from '../../../resources/kit/translate.ts'
import { fileLimits } from './limits.ts'

const mime = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const choicesSheet = (translate: Translate) => translate('选项')

export type FaultyRow = { cells: CellTexts; reason: string }

const columnLetter = (at: number) => String.fromCodePoint(65 + at)
/** Column width in characters, from the relative width in the grid. */
const columnWidth = ({ width }: ImportColumn) => Math.max(12, Math.round(width * 1.7))

/** Prefixes texts that a spreadsheet would evaluate as a formula (promise Q33). */
const escapeFormula = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)

const columnsWithChoices = (columns: readonly ImportColumn[]) =>
  columns.filter(({ choices }) => choices !== undefined)

/** Drop-down lists refer to a hidden sheet, because a list within the rule itself is limited to 255 characters. */
const validationsFor = (
  columns: readonly ImportColumn[],
  lastRow: number,
  translate: Translate,
): DataValidation[] =>
  columnsWithChoices(columns).map(({ name, label, choices = [] }, at) => {
    const column = columnLetter(columns.findIndex(it => it.name === name))
    const listColumn = columnLetter(at)
    return {
      type: 'list',
      formula1: `${choicesSheet(translate)}!$${listColumn}$2:$${listColumn}$${Math.max(2, choices.length + 1)}`,
      range: `${column}2:${column}${lastRow}`,
      allowBlank: true,
      showErrorMessage: true,
      errorTitle: label,
      errorMessage: translate('请从下拉列表中选择%{label}', { label }),
    }
  })

const choiceRows = (columns: readonly ImportColumn[]) => {
  const lists = columnsWithChoices(columns)
  const length = Math.max(0, ...lists.map(({ choices = [] }) => choices.length))
  return [
    lists.map(({ label }) => label),
    ...Array.from({ length }, (_, row) => lists.map(({ choices = [] }) => choices[row]?.name ?? null)),
  ]
}

const headingOf = ({ label, isRequired }: ImportColumn) => (isRequired ? `${label}*` : label)

const sheetsFor = (
  records: string,
  columns: readonly ImportColumn[],
  faultyRows: readonly FaultyRow[],
  translate: Translate,
): WriteSheet[] => {
  const heading = [...columns.map(headingOf), ...(faultyRows.length > 0 ? [translate('错误原因')] : [])]
  const rows = faultyRows.map(({ cells, reason }) => [
    ...columns.map(({ name }) => escapeFormula(cells[name] ?? '')),
    reason,
  ])
  return [
    {
      name: records,
      // All cells have the text format: as numbers, 17 digits would lose precision and mobile numbers would appear as
      // 1.38E+10.
      columns: [
        ...columns.map(column => ({ width: columnWidth(column), numFmt: '@' })),
        ...(faultyRows.length > 0 ? [{ width: 60 }] : []),
      ],
      rows: [heading, ...rows],
      freezePane: { rows: 1 },
      dataValidations: validationsFor(columns, fileLimits.rows + 1, translate),
    },
    { name: choicesSheet(translate), rows: choiceRows(columns), hidden: true },
  ]
}

const createFile = async (name: string, sheets: WriteSheet[]): Promise<DownloadedFile> => {
  const { writeXlsx } = await import('hucre/xlsx')
  const bytes = await writeXlsx({ sheets })
  return { name, blob: new Blob([new Uint8Array(bytes)], { type: mime }) }
}

/** Template to fill in, with drop-down lists of the current choices. */
export const templateFile = (records: string, columns: readonly ImportColumn[], translate: Translate) =>
  createFile(translate('%{records}导入模板.xlsx', { records }), sheetsFor(records, columns, [], translate))

/** The rows with errors, to be corrected in the file and imported again; the import ignores the column of reasons. */
export const faultyRowsFile = (
  records: string,
  columns: readonly ImportColumn[],
  faultyRows: readonly FaultyRow[],
  translate: Translate,
) => createFile(translate('导入错误.xlsx'), sheetsFor(records, columns, faultyRows, translate))
