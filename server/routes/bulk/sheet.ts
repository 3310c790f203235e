import { sql } from 'drizzle-orm'

import type { bulkRuns as resource } from '../../../resources/bulk.ts'
import { type SheetState, sheetStates } from '../../../resources/domain/sheets.ts'
import { isSame } from '../../../resources/domain/sameness.ts'
import { cellFault, dayFault } from '../../../resources/kit/cellFaults.ts'
import { cleanText, type Field, type Fields, type OutputOf, kindOf } from '../../../resources/kit/index.ts'
import { ApiError, invalid, ValidationError } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import type { Answers, BulkAction, BulkKind, Row, SheetKind } from './kind.ts'

type ComparedRow = OutputOf<typeof resource.calls.sheet>['rows'][number]
type GivenSheet = { columns: readonly string[]; lines: readonly string[] }
type Line = { id: number; version: number; cells: readonly string[] }
export type Compared = Omit<ComparedRow, 'state'> & {
  state: SheetState
  version: number
  answers: Answers
  row?: Row
}

/** Compares what a call brings with the records as they are now. */
export type Compare = (
  context: Context,
  kind: BulkKind & { sheet: SheetKind },
  as: BulkAction,
) => Promise<Compared[]>

/** The kind with its comparison; throws where its records cannot be changed by a spreadsheet. */
export const withSheet = (kind: BulkKind) => {
  if (!kind.sheet) throw new ApiError('4000', '没有这项批量操作')
  return { ...kind, sheet: kind.sheet }
}

/** An id or a version as an export writes it. */
const naturalNumber = /^[1-9]\d{0,14}$/

const linesOf = ({ columns, lines }: GivenSheet): Line[] =>
  lines.map((line, index) => {
    const [id = '', version = '', ...cells] = line.split('\t')
    if (!naturalNumber.test(id) || !naturalNumber.test(version) || cells.length !== columns.length)
      throw invalid({ [`lines[${index}]`]: '记录编号或记录版本有误' })
    return { id: Number(id), version: Number(version), cells }
  })

const columnsOf = ({ columns: known }: SheetKind, columns: readonly string[]): Fields => {
  if (new Set(columns).size < columns.length || !columns.every(name => Object.hasOwn(known, name)))
    throw invalid({ columns: '请选择表格的列' })
  return Object.fromEntries(columns.map(name => [name, known[name]!]))
}

/** A cell's text without the mark before a formula and without line breaks, which a spreadsheet may change. */
const plainText = (text: string) =>
  cleanText(text.replace(/^'(?=[=+\-@＝＋－＠])/, '').replaceAll(/\s+/g, ' '))

const labelled = (label: string, text: string) => `${label}：${text}`

type Cell = { field: string; before: string; after: string }

/** The cells that differ from what the export would write now. */
const differingCells = (columns: readonly string[], { cells }: Line, present: readonly string[]): Cell[] =>
  columns.flatMap((field, index) => {
    const [before, after] = [plainText(present[index]!), plainText(cells[index]!)]
    return before === after ? [] : [{ field, before, after }]
  })

/** Why a text is no value of its field. */
const unreadMessage = (field: Field, text: string) => {
  const fault = kindOf(field).isMoment ? dayFault(text) : undefined
  return fault === undefined ? `${field.label}“${text}”不能识别` : labelled(field.label, fault)
}

/** Reads the differing cells: the changed values, and a message for each that must not or cannot be changed. */
const readCells = async (context: Context, sheet: SheetKind, row: Row, cells: readonly Cell[]) => {
  const answers: Record<string, unknown> = {}
  const changes: Record<string, string[]> = {}
  const messages: string[] = []
  for (const { field: name, ...cell } of cells) {
    const field = sheet.editable[name]
    const [{ label }, text] = [sheet.columns[name]!, cell.after]
    if (!field) {
      if (sheet.isRefused(name)) messages.push(`${label}不能通过表格修改`)
      continue
    }
    const fault = cellFault(text)
    const value = fault === undefined ? await sheet.read(context, field, text) : null
    if (fault !== undefined) messages.push(labelled(label, fault))
    else if (value === undefined) messages.push(unreadMessage(field, text))
    else if (!isSame(value, row[name])) {
      answers[name] = value
      changes[name] = [cell.before, text]
    }
  }
  return { answers, changes, messages }
}

/** Compares the lines with the records as they are now. */
export const compareSheet = async (
  context: Context,
  kind: BulkKind & { sheet: SheetKind },
  given: GivenSheet,
): Promise<Compared[]> => {
  const { sheet } = kind
  const lines = linesOf(given)
  const ids = lines.map(({ id }) => id)
  if (new Set(ids).size < ids.length) throw invalid({ lines: '表格中有重复的记录编号' })
  const rows = new Map((await kind.rows(context, {}, ids)).map(row => [row.id, row]))
  const texts = await sheet.describe(context, columnsOf(sheet, given.columns), [...rows.values()])
  const compared: Compared[] = []
  for (const line of lines) {
    const { id, version } = line
    const row = rows.get(id)
    const base = {
      id,
      version,
      name: row ? kind.nameOf(row) : '',
      changes: {},
      messages: [],
      answers: {},
    }
    if (!row) {
      compared.push({ ...base, state: 'error', messages: ['记录不存在，或不在您的管理范围内'] })
      continue
    }
    const read = await readCells(context, sheet, row, differingCells(given.columns, line, texts.get(id)!))
    const isDifferent = Object.keys(read.answers).length + read.messages.length > 0
    const isOutdated = Number(row['version']) !== version
    if (!isDifferent) compared.push({ ...base, state: 'same', row })
    else if (isOutdated)
      compared.push({ ...base, ...read, row, state: 'conflict', messages: ['导出后已被修改'] })
    else compared.push({ ...base, ...read, row, state: read.messages.length > 0 ? 'error' : 'change' })
  }
  return compared
}

/** Thrown at the end of a trial, so that its transaction is rolled back. */
class TrialEnd extends Error {}

/** Changes a record as the job would, and takes it back; returns why it would be refused. */
const trialOf = async (context: Context, as: BulkAction, { row, answers }: Compared): Promise<string[]> => {
  try {
    await context.database.write(context.firmId, async db => {
      const own = { ...context, db }
      await as.perform(row!, as.parse(answers), own)
      throw new TrialEnd()
    })
    return []
  } catch (error) {
    if (error instanceof TrialEnd) return []
    if (error instanceof ValidationError) return Object.values(error.errors)
    if (error instanceof ApiError) return [error.message]
    throw error
  }
}

/** The comparison for the screen, with the refusals that the change of each record would meet. */
export const previewSheet = async (context: Context, as: BulkAction, compared: readonly Compared[]) => {
  const rows: ComparedRow[] = []
  for (const one of compared) {
    const { version: _v, answers: _a, row: _r, state, ...shown } = one
    const faults = state === 'change' ? await trialOf(context, as, one) : []
    const isFaulty = faults.length > 0
    rows.push({
      ...shown,
      state: sheetStates.indexOf(isFaulty ? 'error' : state),
      ...(isFaulty && { messages: faults }),
    })
  }
  return rows
}

/** The rows to change; throws if there are none, or if some must not be changed. */
export const rowsToChange = (compared: readonly Compared[]) => {
  if (compared.some(({ state }) => state === 'error')) throw invalid({ lines: '表格中有错误，请先核对' })
  const changing = compared.filter(({ state }) => state !== 'same')
  if (changing.length === 0) throw new ApiError('4000', '没有需要修改的记录')
  return changing
}

/** Adds the records with the versions of the file and the values of their own rows. */
export const addSheetRows = ({ db, firmId }: Context, runId: number, rows: readonly Compared[]) =>
  db.execute(sql`with added as (insert into bulk_rows (firm_id, run_id, position, record_id, name, version, answers)
    select ${firmId}, ${runId}, ordinality, (item ->> 'id')::bigint, item ->> 'name', (item ->> 'version')::int, item -> 'answers'
    from jsonb_array_elements(${JSON.stringify(
      rows.map(({ id, name, version, answers }) => ({ id, name, version, answers })),
    )}::jsonb) with ordinality as listed(item, ordinality)
    returning 1) select count(*) from added`)
