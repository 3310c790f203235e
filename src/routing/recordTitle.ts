import type { AnyRecord, AnyEntity } from '../../resources/kit/index.ts'
import { isSentenceIn } from '../../resources/kit/kinds/text.ts'
import type { Translate } from '../../resources/kit/translate.ts'

/** Title of a record; translated if the server wrote it, unchanged if a user entered it. */
export const recordTitle = ({ title, label, fields }: AnyEntity, record: AnyRecord, translate: Translate) => {
  const text = String(record[title] ?? `${translate(label)} ${record.id}`)
  const field = fields[title]
  return field && 'isSentence' in field && isSentenceIn(field, record) ? translate(text) : text
}
