import { cards } from '../../resources/cards/index.ts'

const declaredFields: Readonly<Record<string, { label: string } | undefined>> = cards.fields

/** Label of a card's field; the name of the field if another back-end sends one that is not declared. */
export const cardFieldLabel = (name: string) => declaredFields[name]?.label ?? name
