import type { DataValidation, WriteSheet } from 'hucre/xlsx'

import type { DownloadedFile } from '../../../providers/download.ts'
import type { Cells, ImportColumn } from '../columns.ts'
import type { Translate } from '../../../resources/kit/translate.ts'
import { most } from './limits.ts'

// Promise Q38 (server/promises.md).

const mime = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const choicesSheet = (translate: Translate) => translate('选项')

export type Fault = { cells: Cells; reason: string }

const letter = (at: number) => String.fromCodePoint(65 + at)
/** In characters of the spreadsheet, from the share of the width of the grid. */
const widthOf = ({ width }: ImportColumn) => Math.max(12, Math.round(width * 1.7))

/** A spreadsheet takes what begins so for a formula (promise Q33). */
const asText = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)

const withChoices = (columns: readonly ImportColumn[]) =>
  columns.filter(({ choices }) => choices !== undefined)

/** A list below each choice, kept on a sheet of its own: a list within the rule itself has room for 255 characters. */
const validationsFor = (
  columns: readonly ImportColumn[],
  lastRow: number,
  translate: Translate,
): DataValidation[] =>
  withChoices(columns).map(({ name, label, choices = [] }, at) => {
    const column = letter(columns.findIndex(it => it.name === name))
    const place = letter(at)
    return {
      type: 'list',
      formula1: `${choicesSheet(translate)}!$${place}$2:$${place}$${Math.max(2, choices.length + 1)}`,
      range: `${column}2:${column}${lastRow}`,
      allowBlank: true,
      showErrorMessage: true,
      errorTitle: label,
      errorMessage: translate('请从下拉列表中选择%{label}', { label }),
    }
  })

const choiceRows = (columns: readonly ImportColumn[]) => {
  const lists = withChoices(columns)
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
  faults: readonly Fault[],
  translate: Translate,
): WriteSheet[] => {
  const heading = [...columns.map(headingOf), ...(faults.length > 0 ? [translate('错误原因')] : [])]
  const rows = faults.map(({ cells, reason }) => [
    ...columns.map(({ name }) => asText(cells[name] ?? '')),
    reason,
  ])
  return [
    {
      name: records,
      // Everything is text: a number of 17 digits loses its last ones, one of a mobile is shown as 1.38E+10.
      columns: [
        ...columns.map(column => ({ width: widthOf(column), numFmt: '@' })),
        ...(faults.length > 0 ? [{ width: 60 }] : []),
      ],
      rows: [heading, ...rows],
      freezePane: { rows: 1 },
      dataValidations: validationsFor(columns, most.rows + 1, translate),
    },
    { name: choicesSheet(translate), rows: choiceRows(columns), hidden: true },
  ]
}

const fileOf = async (name: string, sheets: WriteSheet[]): Promise<DownloadedFile> => {
  const { writeXlsx } = await import('hucre/xlsx')
  const bytes = await writeXlsx({ sheets })
  return { name, blob: new Blob([new Uint8Array(bytes)], { type: mime }) }
}

/** The table to be filled in, with the offices there are now. */
export const templateFile = (records: string, columns: readonly ImportColumn[], translate: Translate) =>
  fileOf(translate('%{records}导入模板.xlsx', { records }), sheetsFor(records, columns, [], translate))

/** The rows that are wrong, to be corrected in the file and read again: the last column is left out then. */
export const faultsFile = (
  records: string,
  columns: readonly ImportColumn[],
  faults: readonly Fault[],
  translate: Translate,
) => fileOf(translate('导入错误.xlsx'), sheetsFor(records, columns, faults, translate))
