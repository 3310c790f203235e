import type { Context as HttpContext } from 'hono'
import type { z } from 'zod'

import { secretSchemas } from '../../resources/domain/credentials.ts'
import { outputTraits } from '../../resources/kit/index.ts'
import { createAnswerWalk } from '../context/answerWalk.ts'
import { type Reader, readableValue } from '../context/readable.ts'
import { translationOf, type TextKeys } from '../services/settings/languages.ts'
import { readsChinese, wantedLanguage } from './request.ts'

/** What is replaced within an answer; the values for which nothing is given stay as they are. */
type Replacements = {
  /** Values that not everybody may read become what this caller may. */
  reader?: Reader | undefined
  /** Replaces passwords, codes and tokens. */
  secret?: (value: unknown) => unknown
  /** Replaces sentences that the server words (`isSentence`, `sentence`); `at` is the JSON pointer of the sentence. */
  translate?: (text: string, at: string) => string
}

/** Builds the one function that replaces all of these values in the answers of a schema; null where it has none. */
const serializerFor = (schema: z.ZodType) =>
  createAnswerWalk<Replacements>(schema, part => {
    if (secretSchemas.has(part)) return (value, _, { secret }) => (secret ? secret(value) : value)
    const traits = outputTraits.get(part)
    if (traits?.readableBy || traits?.revealedTo || traits?.isJson)
      return (value, _, { reader }) => {
        if (!reader) return value
        const readable = readableValue(reader, traits, value)
        // Fields of JSON travel as text (specification, section 3).
        return traits.isJson && readable != null ? JSON.stringify(readable) : readable
      }
    const isSentence = traits?.isSentence
    if (!isSentence) return null
    return (value, { at, owner }, { translate }) =>
      translate && typeof value === 'string' && (isSentence === true || isSentence(owner))
        ? translate(value, at)
        : value
  })

const hasSentences = (schema: z.ZodType) =>
  createAnswerWalk(schema, part => (outputTraits.get(part)?.isSentence ? value => value : null)) !== null

type Serializer = { walk: ReturnType<typeof serializerFor>; hasSentences: boolean }
const serializers = new WeakMap<z.ZodType, Serializer>()

const serializerOf = (schema: z.ZodType): Serializer => {
  const known = serializers.get(schema)
  if (known) return known
  const made = { walk: serializerFor(schema), hasSentences: hasSentences(schema) }
  serializers.set(schema, made)
  return made
}

/** The answer of a call with these values replaced. */
export const serialize = (schema: z.ZodType, answer: unknown, replacements: Replacements): unknown =>
  serializerOf(schema).walk?.(answer, { at: '', owner: {} }, replacements) ?? answer

/**
 * An answer as its reader may see it, in the language that `Accept-Language` asks for. `i18n.data` carries the
 * translation key of each sentence by its JSON pointer, except for readers of Chinese, for whom it would make a list of
 * a hundred rows half as long again.
 */
export const serializeFor = (
  http: HttpContext,
  schema: z.ZodType,
  { data, reader }: { data: unknown; reader?: Reader | undefined },
): { data: unknown; i18n?: { data: Readonly<Record<string, TextKeys>> } } => {
  if (readsChinese(http) || !serializerOf(schema).hasSentences)
    return { data: serialize(schema, data, { reader }) }
  const language = wantedLanguage(http)
  http.header('Content-Language', language === 'en' ? 'en' : 'zh-CN')
  const keys: Record<string, TextKeys> = {}
  const translate = (text: string, at: string) => {
    const found = translationOf(text)
    if (!found) return text
    keys[at] = found.told
    return language === 'en' ? found.english : text
  }
  const serialized = { data: serialize(schema, data, { reader, translate }) }
  return Object.keys(keys).length === 0 ? serialized : { ...serialized, i18n: { data: keys } }
}
