import { firmDay } from '../../../resources/kit/firmTime.ts'
import type { z } from 'zod'

import { changesOf } from '../../../resources/domain/change.ts'
import { isSwitchedOn } from '../../../resources/domain/permissions.ts'
import { transferFormat, type transferCalls } from '../../../resources/settings/transfer.ts'
import { ApiError, invalid } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import type { Handlers } from '../../context/handlers.ts'
import { scopeOfCaller } from '../../context/readable.ts'
import { parseJson } from '../../../resources/domain/json.ts'
import { isPlain } from '../../../resources/kit/objects.ts'
import { log } from '../../services/audit/audit.ts'
import { sayIn } from '../../services/settings/languages.ts'
import { type ConfigPart, configParts } from './parts.ts'

type Calls = Handlers<typeof transferCalls>

const maySee = (context: Context, { view }: ConfigPart) => scopeOfCaller(context, view) !== null

/** The right to the page of a part, and its switches, as far as what is written touches them. */
const mayApply = (context: Context, { edit }: ConfigPart, value: Record<string, unknown>) =>
  scopeOfCaller(context, edit.who) !== null &&
  isSwitchedOn(edit, undefined, context.caller.population, context.switches.features, value)

/** Keys in one order, whatever order they were stored in: the same configuration is the same bytes. */
const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isPlain(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, it]) => it !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, it]) => [name, sorted(it)]),
  )
}

const textOf = (content: Record<string, unknown>) =>
  `${JSON.stringify({ format: transferFormat, formatVersion: 1, parts: sorted(content) }, null, 2)}\n`

const exportAll = async (_: object, context: Context) => {
  const content: Record<string, unknown> = {}
  for (const part of configParts.filter(it => maySee(context, it)))
    content[part.name] = (await part.read(context)).value
  await log(context, { module: 13, action: 'export', summary: '导出全部配置' })
  const bytes = new Blob([textOf(content)]).stream()
  const day = firmDay(context.now)
  // As a file: what is JSON is read as an envelope.
  return { name: `${sayIn(context.language, '配置')}-${day}.json`, mime: 'application/octet-stream', bytes }
}

const unreadable = (why: string) => invalid({ content: `配置文件不正确：${why}` })

const parsed = (content: string): Record<string, unknown> => {
  let value: unknown
  try {
    value = parseJson(content, { entries: 20_000 })
  } catch {
    throw unreadable('不是有效的 JSON，请选择由本系统导出的文件')
  }
  if (!isPlain(value) || value['format'] !== transferFormat || value['formatVersion'] !== 1)
    throw unreadable('请选择由本系统导出的文件')
  if (!isPlain(value['parts'])) throw unreadable('没有配置内容')
  const unknown = Object.keys(value['parts']).filter(name => !configParts.some(it => it.name === name))
  if (unknown.length > 0) throw unreadable(`没有这项配置：${unknown.join('、')}`)
  return value['parts']
}

const compared = async (context: Context, content: Record<string, unknown>) => {
  const found = []
  for (const part of configParts.filter(it => it.name in content && maySee(context, it))) {
    const { value, apply } = part.check(content[part.name])
    const { value: before, version } = await part.read(context)
    const differences = part.differences(before, value)
    if (differences.length > 0)
      found.push({ part, apply, version, differences, mayApply: mayApply(context, part, value) })
  }
  return found
}

type Compared = Awaited<ReturnType<typeof compared>>[number]

const answerOf = ({ part, version, differences, ...rest }: Compared) => ({
  name: part.name,
  label: part.label,
  version,
  mayApply: rest.mayApply ? (1 as const) : (0 as const),
  differences: changesOf(part.fields, differences),
})

const importAll = async (
  { content, apply, versions = {} }: z.output<(typeof transferCalls)['import']['input']>,
  context: Context,
) => {
  const found = await compared(context, parsed(content))
  const answer = found.map(answerOf)
  if (apply === 0) return { parts: answer, applied: [] }
  const wanted = found.filter(it => it.mayApply)
  if (found.length > 0 && wanted.length === 0)
    throw new ApiError('4030', '没有可由您修改的配置', { need: 'conf.edit', scope: null })
  // What was compared is what is changed.
  const stale = wanted.filter(({ part, version }) => versions[part.name] !== version)
  if (stale.length > 0)
    throw new ApiError('4090', undefined, { changedFields: stale.map(it => it.part.name) })
  for (const { apply: write, version } of wanted) await write(context, version)
  const names = wanted.map(it => it.part.name)
  if (names.length > 0)
    await log(context, {
      module: 13,
      action: 'import',
      summary: `导入配置：${wanted.map(it => it.part.label).join('、')}`,
    })
  return { parts: answer, applied: names }
}

export const configTransferHandlers: Calls = { export: exportAll, import: importAll }
