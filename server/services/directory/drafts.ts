import { parseJson } from '../../../resources/domain/json.ts'
import { isPlain } from '../../../resources/kit/objects.ts'
import type { Fields } from '../../../resources/kit/index.ts'
import { cleanInput } from '../markup/sanitize.ts'

// Drafts are kept as they were typed, so that jsonb can't refuse them, and cleaned when they are read: seldom, instead of
// every few seconds of writing.

/** The JSON of changed fields; null where it is none. */
export const readDraft = (text: string): Record<string, unknown> | null => {
  try {
    const value: unknown = parseJson(text, { entries: 5_000 })
    return isPlain(value) ? value : null
  } catch {
    return null
  }
}

/** The same with known fields only, without script. */
export const cleanDraft = async (fields: Fields, text: string) => {
  const known = Object.entries(readDraft(text) ?? {}).filter(([name]) => Object.hasOwn(fields, name))
  return JSON.stringify(await cleanInput(fields, Object.fromEntries(known)))
}
