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

/** The texts before and after of each changed field. */
const changesOf = async (context: Context, { sheet }: { sheet: SheetKind }, row: Row, answers: Answers) => {
  const names = Object.keys(answers)
  if (names.length === 0) return {}
  const fields = Object.fromEntries(names.map(name => [name, sheet.columns[name]!]))
  const [before, after] = [
    await sheet.describe(context, fields, [row]),
    await sheet.describe(context, fields, [{ ...row, ...answers }]),
  ].map(texts => texts.get(row.id)!)
  return Object.fromEntries(names.map((name, index) => [name, [before![index]!, after![index]!]]))
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
  const compared: Compared[] = []
  for (const line of given) {
    const row = rows.get(line.id)
    const base = { id: line.id, version: line.version, changes: {}, messages: [], answers: {} }
    if (!row) {
      compared.push({
        ...base,
        name: '',
        state: 'error',
        messages: ['记录不存在，或不在您的管理范围内'],
      })
      continue
    }
    const { answers, messages } = readValues(as, row, line.values)
    const changes = await changesOf(context, kind, row, answers)
    const next = { ...base, name: kind.nameOf(row), row, answers, changes, messages }
    if (messages.length > 0) compared.push({ ...next, state: 'error' })
    else if (Object.keys(answers).length === 0) compared.push({ ...next, state: 'same' })
    else if (Number(row['version']) !== line.version)
      compared.push({ ...next, state: 'conflict', messages: ['已被他人修改，请重新检查'] })
    else compared.push({ ...next, state: 'change' })
  }
  return compared
}
