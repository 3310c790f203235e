import type { AnyRecord, AnyEntity } from '../resources/kit/index.ts'
import { isChinese } from '../resources/locales/locales.ts'
import type { EntityClient } from './resourceClient.ts'

/** A choice of a reference: id, shown name, pinyin for searching, and the name of the parent in a tree (`note`). */
export type Choice = { id: number; name: string; pinyin?: string; note?: string; record: AnyRecord }

/** The title of a record; its English name if it has one and the reader does not read Chinese. */
export const titleOf = (
  { title, titleEn }: Pick<AnyEntity, 'title' | 'titleEn'>,
  record: object,
  locale: string,
) => {
  const { [title]: name, [titleEn ?? title]: english }: Record<string, unknown> = { ...record }
  return String((!isChinese(locale) && english) || name || '')
}

/** Converts rows to choices. The children of a tree follow their parent, which `note` names. */
export const choicesIn = (client: EntityClient, rows: readonly object[], locale: string): Choice[] =>
  client.recordsOf(rows).flatMap(record => {
    const choiceOf = (row: AnyRecord): Choice => ({
      id: row.id,
      name: titleOf(client, row, locale),
      ...(typeof row['pinyin'] === 'string' && { pinyin: row['pinyin'] }),
      record: row,
    })
    const choice = choiceOf(record)
    const below = Array.isArray(record['children']) ? client.recordsOf(record['children']) : []
    return [choice, ...below.map(it => ({ ...choiceOf(it), note: choice.name }))]
  })
