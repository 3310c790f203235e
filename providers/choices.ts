import type { AnyRecord, AnyEntity } from '../resources/kit/index.ts'
import { isChinese } from '../resources/locales/locales.ts'
import type { EntityClient } from './resourceClient.ts'

/** What a reference offers: the id, the name shown, what it may be found by besides, and what it lies under. */
export type Choice = { id: number; name: string; pinyin?: string; note?: string; record: AnyRecord }

/** What a record is called in sentences and choices: in English where it has a name in that, and the reader no Chinese. */
export const titleOf = (
  { title, titleEn }: Pick<AnyEntity, 'title' | 'titleEn'>,
  record: object,
  locale: string,
) => {
  const { [title]: name, [titleEn ?? title]: english }: Record<string, unknown> = { ...record }
  return String((!isChinese(locale) && english) || name || '')
}

/** The rows as choices; of a tree each stands after the one that it lies under, and says which that is. */
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
