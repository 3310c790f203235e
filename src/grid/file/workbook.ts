import { colToLetter, type DataValidation, type WriteSheet, writeXlsx } from 'hucre/xlsx'

import type { DownloadedFile } from '../../../providers/download.ts'
import type { CellTexts, ImportColumn } from '../columns.ts'
import type { Translate } from '../../../resources/kit/translate.ts'
import { cutForExcel, worksheetName } from '../../../resources/kit/worksheets.ts'
import { fileLimits } from './limits.ts'

const mime = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export type FaultyRow = { cells: CellTexts; reason: string }

/**
 * The most that Excel allows of the title and the text of a rule's message; a file with more is opened with a repair
 * ([MS-OI29500] 2.1.613).
 */
const mostOfMessage = { title: 32, text: 224 }

/** The names of the sheet with the rows and of the hidden one with the choices, which may not be equal. */
const sheetNames = (records: string, translate: Translate) => {
  const [rows, choices] = [worksheetName(records), worksheetName(translate('选项'))]
  return {
    rows,
    choices: choices.toLowerCase() === rows.toLowerCase() ? `${cutForExcel(choices, 29)} 2` : choices,
  }
}

/** Column width in characters, from the relative width in the grid. */
const columnWidth = ({ width }: ImportColumn) => Math.max(12, Math.round(width * 1.7))

/** Prefixes texts that a spreadsheet would evaluate as a formula (promise Q33). */
const escapeFormula = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)

const columnsWithChoices = (columns: readonly ImportColumn[]) =>
  columns.filter(({ choices }) => choices !== undefined)

/** Drop-down lists refer to a hidden sheet, because a list within the rule itself is limited to 255 characters. */
const validationsFor = (
  columns: readonly ImportColumn[],
  choicesSheet: string,
  lastRow: number,
  translate: Translate,
): DataValidation[] =>
  columnsWithChoices(columns).map(({ name, label, choices = [] }, at) => {
    const column = colToLetter(columns.findIndex(it => it.name === name))
    const listColumn = colToLetter(at)
    return {
      type: 'list',
      formula1: `'${choicesSheet}'!$${listColumn}$2:$${listColumn}$${Math.max(2, choices.length + 1)}`,
      range: `${column}2:${column}${lastRow}`,
      allowBlank: true,
      showErrorMessage: true,
      errorTitle: cutForExcel(label, mostOfMessage.title),
      errorMessage: cutForExcel(translate('请从下拉列表中选择%{label}', { label }), mostOfMessage.text),
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
  const names = sheetNames(records, translate)
  return [
    {
      name: names.rows,
      // All cells have the text format: as numbers, 17 digits would lose precision and mobile numbers would appear as
      // 1.38E+10.
      columns: [
        ...columns.map(column => ({ width: columnWidth(column), numFmt: '@' })),
        ...(faultyRows.length > 0 ? [{ width: 60 }] : []),
      ],
      rows: [heading, ...rows],
      freezePane: { rows: 1 },
      dataValidations: validationsFor(columns, names.choices, fileLimits.rows + 1, translate),
    },
    { name: names.choices, rows: choiceRows(columns), hidden: true },
  ]
}

const createFile = async (name: string, sheets: WriteSheet[]): Promise<DownloadedFile> => {
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
