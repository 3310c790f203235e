import { type CardField, cardFields, concealable, defaultVisibility } from '../../../resources/cards/index.ts'
import { invalid } from '../../context/apiError.ts'
import type { ActingMandate } from '../../context/context.ts'
import type { StoredCardContent } from '../../db/tables.ts'
import { pickFields } from '../cards/content.ts'

type Mandate = Pick<ActingMandate, 'fields'>

/** Whether the mandate names this field. */
export const isNamedIn = ({ fields }: Mandate, field: string) => fields.some(it => it === field)

const isConcealable = (field: CardField): field is (typeof concealable)[number] =>
  concealable.some(it => it === field)

/** Whether the public card shows the field to everybody at once; the visibility itself is nobody else's. */
const isPublicField = ({ visibility }: StoredCardContent, field: CardField) => {
  if (field === 'visibility') return false
  return !isConcealable(field) || (visibility?.[field] ?? defaultVisibility[field]) === 1
}

/** What of a published card everybody sees. */
const publicFields = (published: StoredCardContent) =>
  cardFields.filter(field => isPublicField(published, field))

/** A content as the assistant reads it: the fields of the mandate, and of all others what is public. */
export const contentForAssistant = (
  mandate: Mandate,
  content: StoredCardContent,
  published: StoredCardContent | null,
): StoredCardContent => {
  const isNamed = (field: CardField) => isNamedIn(mandate, field)
  const known = published ?? {}
  return {
    ...pickFields({}, cardFields),
    ...pickFields(known, publicFields(known)),
    ...pickFields(content, cardFields.filter(isNamed)),
  }
}

/** Refuses a change of fields that the mandate does not name. */
export const checkNamedFields = (mandate: ActingMandate | undefined, changed: readonly CardField[]) => {
  const outside = mandate ? changed.filter(field => !isNamedIn(mandate, field)) : []
  if (outside.length === 0) return
  const message = `该字段不在代办范围内，由${mandate!.lawyerName}本人维护`
  throw invalid(Object.fromEntries(outside.map(field => [field, message])))
}
