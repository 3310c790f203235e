import { parseJson } from '../../../resources/domain/json.ts'
import { isPlainObject } from '../../../resources/kit/objects.ts'
import type { Fields } from '../../../resources/kit/index.ts'
import { cleanInput } from '../markup/sanitize.ts'

// Drafts are stored as typed text, which jsonb might refuse, and cleaned when they are read, which happens
// far less often than the saving every few seconds.

/** Parses the JSON of changed fields; null where it is invalid. */
export const readDraft = (text: string): Record<string, unknown> | null => {
  try {
    const value: unknown = parseJson(text, { entries: 5_000 })
    return isPlainObject(value) ? value : null
  } catch {
    return null
  }
}

/** The JSON of a draft with known fields only, its rich text sanitised. */
export const cleanDraft = async (fields: Fields, text: string) => {
  const knownEntries = Object.entries(readDraft(text) ?? {}).filter(([name]) => Object.hasOwn(fields, name))
  return JSON.stringify(await cleanInput(fields, Object.fromEntries(knownEntries)))
}
