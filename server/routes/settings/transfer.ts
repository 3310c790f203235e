import { firmDay } from '../../../resources/kit/firmTime.ts'
import type { z } from 'zod'

import { changesOf } from '../../../resources/domain/change.ts'
import { isSwitchedOn } from '../../../resources/domain/permissions.ts'
import type { Who } from '../../../resources/kit/index.ts'
import { transferFormat, type transferCalls } from '../../../resources/settings/transfer.ts'
import { ApiError, invalid } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import type { Handlers } from '../../context/handlers.ts'
import { scopeOfCaller } from '../../context/readable.ts'
import { makeStorable, parseJson } from '../../../resources/domain/json.ts'
import { isPlainObject } from '../../../resources/kit/objects.ts'
import { log } from '../../services/audit/audit.ts'
import { configRows, unsavedRow } from '../../services/settings/configRows.ts'
import { phraseIn } from '../../services/settings/languages.ts'
import { type ConfigPart, configParts } from './parts.ts'

type Calls = Handlers<typeof transferCalls>

/** As the part's own page reads or writes it: with the scope of its right, not of the right to this call; null without it. */
const withRight = (context: Context, right: Who): Context | null => {
  const scope = scopeOfCaller(context, right)
  return scope && { ...context, scope }
}

/** The context in which the caller writes the part; null where a right or a feature switch does not allow these values. */
const writerOf = (context: Context, { edit }: ConfigPart, value: Record<string, unknown>) =>
  isSwitchedOn(edit, undefined, context.caller.population, context.switches.features, value)
    ? withRight(context, edit.who)
    : null

/** Sorts keys, so that the same configuration gives the same bytes in whatever order it was stored. */
const sortKeys = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (!isPlainObject(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, it]) => it !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, it]) => [name, sortKeys(it)]),
  )
}

const textOf = (content: Record<string, unknown>) =>
  `${JSON.stringify({ format: transferFormat, formatVersion: 1, parts: sortKeys(content) }, null, 2)}\n`

/** The parts that the caller may see, with their present values; with a file, those that it has. */
const visibleParts = async (context: Context, file?: object) => {
  const { db, firmId } = context
  const parts = configParts.flatMap(part => {
    const reader = !file || Object.hasOwn(file, part.name) ? withRight(context, part.view) : null
    return reader ? [{ part, reader }] : []
  })
  const rows = await configRows(
    db,
    firmId,
    parts.map(it => it.part.name),
  )
  const visible = []
  for (const { part, reader } of parts)
    visible.push({ part, shown: await part.read(rows.get(part.name) ?? unsavedRow, reader) })
  return visible
}

const exportAll = async (_: object, context: Context) => {
  const content: Record<string, unknown> = {}
  for (const { part, shown } of await visibleParts(context)) content[part.name] = shown.value
  await log(context, { module: 13, action: 'export', summary: '导出全部配置' })
  const bytes = new Blob([textOf(content)]).stream()
  const day = firmDay(context.now)
  // Not declared as JSON, because the client would read that as an envelope.
  return {
    name: `${phraseIn(context.language, '配置')}-${day}.json`,
    mime: 'application/octet-stream',
    bytes,
  }
}

const invalidFile = (why: string) => invalid({ content: `配置文件不正确：${why}` })

const parseTransferFile = (content: string): Record<string, unknown> => {
  let value: unknown
  try {
    value = parseJson(content, { entries: 20_000 })
  } catch {
    throw invalidFile('不是有效的 JSON，请选择由本系统导出的文件')
  }
  makeStorable(value)
  if (!isPlainObject(value) || value['format'] !== transferFormat || value['formatVersion'] !== 1)
    throw invalidFile('请选择由本系统导出的文件')
  if (!isPlainObject(value['parts'])) throw invalidFile('没有配置内容')
  const unknown = Object.keys(value['parts']).filter(name => !configParts.some(it => it.name === name))
  if (unknown.length > 0) throw invalidFile(`没有这项配置：${unknown.join('、')}`)
  return value['parts']
}

const comparedParts = async (context: Context, content: Record<string, unknown>) => {
  const changedParts = []
  for (const { part, shown } of await visibleParts(context, content)) {
    const { value, apply } = part.check(content[part.name])
    const { value: before, version } = shown
    const differences = part.differences(before, value)
    if (differences.length > 0)
      changedParts.push({ part, apply, version, differences, writer: writerOf(context, part, value) })
  }
  return changedParts
}

type ComparedPart = Awaited<ReturnType<typeof comparedParts>>[number]

const answerOf = ({ part, version, differences, writer }: ComparedPart) => ({
  name: part.name,
  label: part.label,
  version,
  mayApply: writer ? (1 as const) : (0 as const),
  differences: changesOf(part.fields, differences),
})

const importAll = async (
  { content, apply, versions = {} }: z.output<(typeof transferCalls)['import']['input']>,
  context: Context,
) => {
  const changedParts = await comparedParts(context, parseTransferFile(content))
  const answer = changedParts.map(answerOf)
  if (apply === 0) return { parts: answer, applied: [] }
  const applicableParts = changedParts.flatMap(({ writer, ...it }) => (writer ? [{ ...it, writer }] : []))
  if (changedParts.length > 0 && applicableParts.length === 0)
    throw new ApiError('4030', '没有可由您修改的配置', { need: 'conf.edit', scope: null })
  // Only the versions that were compared may be changed.
  const stalePart = applicableParts.filter(({ part, version }) => versions[part.name] !== version)
  if (stalePart.length > 0)
    throw new ApiError('4090', undefined, { changedFields: stalePart.map(it => it.part.name) })
  for (const { apply: applyPart, version, writer } of applicableParts) await applyPart(writer, version)
  const names = applicableParts.map(it => it.part.name)
  if (names.length > 0)
    await log(context, {
      module: 13,
      action: 'import',
      summary: `导入配置：${applicableParts.map(it => it.part.label).join('、')}`,
    })
  return { parts: answer, applied: names }
}

export const configTransferHandlers: Calls = { export: exportAll, import: importAll }
