import { cards } from '../../resources/cards/index.ts'

const fields: Readonly<Record<string, { label: string } | undefined>> = cards.fields

/** What a field of a card is called; its own name where the server speaks of one that is not declared. */
export const fieldLabel = (name: string) => fields[name]?.label ?? name
