import type { AnyRecord } from '../../../resources/kit/index.ts'
import type { Translate } from '../../../resources/kit/translate.ts'

/** Placeholder for an action that concerns no record; no record has the id 0. */
export const noRecord: AnyRecord = { id: 0 }

const mostNames = 3

/** What is done to which record or to how many: 停用“张三”, 通过 3 项, or the label alone if it concerns no record. */
export const actionTitle = (
  verb: string,
  records: readonly AnyRecord[],
  titleOf: (record: AnyRecord) => string,
  translate: Translate,
) => {
  const [first, ...others] = records
  if (!first || first.id === noRecord.id) return verb
  return others.length === 0
    ? translate('%{verb}“%{title}”@dialog', { verb, title: titleOf(first) })
    : translate('%{verb} %{count} 项', { verb, count: others.length + 1 })
}

/** The names of several records, of which the first few are named; empty for a single one. */
export const recordNames = (
  records: readonly AnyRecord[],
  titleOf: (record: AnyRecord) => string,
  translate: Translate,
) => {
  if (records.length < 2) return ''
  const names = records.slice(0, mostNames).map(titleOf).join(translate('、'))
  return records.length > mostNames
    ? translate('%{names} 等 %{count} 项', { names, count: records.length })
    : names
}
