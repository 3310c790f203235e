import type { Context as HttpContext } from 'hono'
import { z } from 'zod'

import { isPlain, type Said, saidOf } from '../../resources/kit/index.ts'
import { tell, type Told } from '../services/languages.ts'
import { readsChinese, wantedLanguage } from './request.ts'

// What the server words in an answer (`isSentence`, `sentence`) is said in the language that is asked for. The answer
// itself, which may be kept for a repetition, is in Chinese.

type Owner = Readonly<Record<string, unknown>>
type Say = (text: string, at: string) => string
/** Answers the value as it is said; `at` is its JSON pointer, `owner` the record it stands in. */
type Walk = (value: unknown, at: string, owner: Owner, say: Say) => unknown

const pointerTo = (at: string, name: string) => `${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`

const isSaid = (said: Said, owner: Owner) => said === true || said(owner)

const walkOfShape = (shape: Readonly<Record<string, z.core.$ZodType>>): Walk | null => {
  const walks = Object.entries(shape).flatMap(([name, schema]) => {
    const walk = walkOf(schema)
    return walk ? [[name, walk] as const] : []
  })
  if (walks.length === 0) return null
  return (value, at, _, say) => {
    if (!isPlain(value)) return value
    const there = walks.filter(([name]) => name in value)
    const told = there.map(([name, walk]) => [name, walk(value[name], pointerTo(at, name), value, say)])
    return { ...value, ...Object.fromEntries(told) }
  }
}

/** What of the values of a schema the server words; null where that is nothing. */
const walkOf = (schema: z.core.$ZodType): Walk | null => {
  const marked = saidOf.get(schema)
  if (marked)
    return (value, at, owner, say) =>
      typeof value === 'string' && isSaid(marked.said, owner) ? say(value, at) : value
  if (schema instanceof z.ZodObject) return walkOfShape(schema.shape)
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return walkOf(schema.unwrap())
  if (schema instanceof z.ZodUnion) {
    const walks = schema.options.flatMap(it => walkOf(it) ?? [])
    return walks.length === 0
      ? null
      : (value, at, owner, say) => walks.reduce((it, walk) => walk(it, at, owner, say), value)
  }
  const inside =
    schema instanceof z.ZodArray
      ? walkOf(schema.element)
      : schema instanceof z.ZodRecord
        ? walkOf(schema.valueType)
        : null
  if (!inside) return null
  return (value, at, owner, say) => {
    if (Array.isArray(value)) return value.map((it, index) => inside(it, `${at}/${index}`, owner, say))
    if (!isPlain(value)) return value
    const entries = Object.entries(value)
    return Object.fromEntries(
      entries.map(([name, it]) => [name, inside(it, pointerTo(at, name), value, say)]),
    )
  }
}

const walks = new WeakMap<z.ZodType, { walk: Walk | null }>()

/**
 * An answer in the language that `Accept-Language` asks for. Beside it `i18n.data` carries the key of each sentence by
 * its JSON pointer, but for those who read Chinese anyway: a hundred rows would be half as long again.
 */
export const inLanguageAsked = <E extends { data: unknown }>(
  http: HttpContext,
  schema: z.ZodType,
  answer: E,
): E & { i18n?: { data: Readonly<Record<string, Told>> } } => {
  if (readsChinese(http)) return answer
  const { walk } = walks.get(schema) ?? { walk: walkOf(schema) }
  walks.set(schema, { walk })
  if (!walk) return answer
  const language = wantedLanguage(http)
  http.header('Content-Language', language === 'en' ? 'en' : 'zh-CN')
  const keys: Record<string, Told> = {}
  const say: Say = (text, at) => {
    const found = tell(text)
    if (!found) return text
    keys[at] = found.told
    return language === 'en' ? found.english : text
  }
  const data = walk(answer.data, '', {}, say)
  return Object.keys(keys).length === 0 ? { ...answer, data } : { ...answer, data, i18n: { data: keys } }
}
