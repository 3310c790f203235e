import { z } from 'zod'

import { parseJson } from '../../../resources/domain/json.ts'
import { isSame } from '../../../resources/domain/sameness.ts'
import { id, version } from '../../../resources/kit/index.ts'
import { invalid, ValidationError } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import type { Answers, BulkAction, BulkKind, Row, SheetKind } from './kind.ts'
import type { Compared } from './sheet.ts'

const lineSchema = z.strictObject({ id, version, values: z.record(z.string().max(40), z.unknown()) })
type Line = z.output<typeof lineSchema>

const jsonOf = (text: string): unknown => {
  try {
    return parseJson(text)
  } catch {
    return null
  }
}

const linesOf = (lines: readonly string[]): Line[] => {
  const parsed = lines.map((line, index) => {
    const { data } = lineSchema.safeParse(jsonOf(line))
    if (!data) throw invalid({ [`lines[${index}]`]: '记录编号或记录版本有误' })
    return data
  })
  if (new Set(parsed.map(line => line.id)).size < parsed.length)
    throw invalid({ lines: '表格中有重复的记录编号' })
  return parsed
}

/** The values of a line that differ from the record, or why they cannot be accepted. */
const readValues = (as: BulkAction, row: Row, values: Answers) => {
  try {
    const parsed = Object.entries(as.parse(values)).filter(([, value]) => value !== undefined)
    return {
      answers: Object.fromEntries(parsed.filter(([name, value]) => !isSame(row[name], value))),
      messages: [],
    }
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    return { answers: {}, messages: Object.values(error.errors) }
  }
}

type Changed = { row: Row; answers: Answers }

/** The texts before and after of each changed field, by id. */
const changesOf = async (context: Context, { sheet }: { sheet: SheetKind }, changed: readonly Changed[]) => {
  const names = [...new Set(changed.flatMap(({ answers }) => Object.keys(answers)))]
  const fields = Object.fromEntries(names.map(name => [name, sheet.columns[name]!]))
  const textsOf = async (rows: readonly Row[]) => {
    if (rows.length === 0) return () => ''
    const texts = await sheet.describe(context, fields, rows)
    return ({ id: of }: Row, name: string) => texts.get(of)![names.indexOf(name)]!
  }
  const before = await textsOf(changed.map(({ row }) => row))
  const after = await textsOf(changed.map(({ row, answers }) => ({ ...row, ...answers })))
  return new Map(
    changed.map(({ row, answers }) => [
      row.id,
      Object.fromEntries(
        Object.keys(answers).map((name): [string, string[]] => [name, [before(row, name), after(row, name)]]),
      ),
    ]),
  )
}

/** Compares values by record with the records as they are now. */
export const compareRows = async (
  context: Context,
  kind: BulkKind & { sheet: SheetKind },
  as: BulkAction,
  lines: readonly string[],
): Promise<Compared[]> => {
  const given = linesOf(lines)
  const rows = new Map<number, Row>()
  // The list answers at most two hundred records at once.
  for (let from = 0; from < given.length; from += 200)
    for (const row of await kind.rows(
      context,
      {},
      given.slice(from, from + 200).map(line => line.id),
    ))
      rows.set(row.id, row)
  const read = given.map(line => {
    const row = rows.get(line.id)
    return { ...line, row, ...(row ? readValues(as, row, line.values) : { answers: {}, messages: [] }) }
  })
  const changes = await changesOf(
    context,
    kind,
    read.flatMap(({ row, answers }) => (row && Object.keys(answers).length > 0 ? [{ row, answers }] : [])),
  )
  return read.map(({ id: recordId, version: seen, row, answers, messages }): Compared => {
    const base = { id: recordId, version: seen, changes: changes.get(recordId) ?? {}, messages, answers }
    if (!row) return { ...base, name: '', state: 'error', messages: ['记录不存在，或不在您的管理范围内'] }
    const next = { ...base, name: kind.nameOf(row), row }
    if (messages.length > 0) return { ...next, state: 'error' }
    if (Object.keys(answers).length === 0) return { ...next, state: 'same' }
    if (Number(row['version']) !== seen)
      return { ...next, state: 'conflict', messages: ['已被他人修改，请重新检查'] }
    return { ...next, state: 'change' }
  })
}
