import { cardContent, type CardField, cardFields } from './content.ts'

/**
 * Fields that stay with the person: the number and the licence are facts about him, and the visibility decides what of
 * him is public.
 */
const ownFields = ['mobile', 'licenseNumber', 'visibility'] as const satisfies readonly CardField[]

/** A field of a card that a lawyer can give to an assistant. */
export type MandateField = Exclude<CardField, (typeof ownFields)[number]>

const isMandateField = (field: CardField): field is MandateField => !ownFields.some(it => it === field)

/** The fields that a mandate can name, in the order of the card. */
export const mandateFields = cardFields.filter(isMandateField)

/** The same fields with their labels. */
export const mandateFieldOptions = mandateFields.map(name => [name, cardContent[name].label] as const)
