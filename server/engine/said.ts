import type { Context as HttpContext } from 'hono'
import type { z } from 'zod'

import { outputTraits } from '../../resources/kit/index.ts'
import { cachedAnswerWalks } from '../context/answerWalk.ts'
import { translationOf, type TextKeys } from '../services/settings/languages.ts'
import { readsChinese, wantedLanguage } from './request.ts'

// Sentences that the server words (`isSentence`, `sentence`) are answered in the requested language. The
// answer itself, which may be stored for a repetition, is in Chinese.

type Translate = (text: string, at: string) => string

/** The values within a schema that the server words. */
const sentencesIn = cachedAnswerWalks<Translate>(schema => {
  const isSentence = outputTraits.get(schema)?.isSentence
  if (!isSentence) return null
  return (value, { at, owner }, translate) =>
    typeof value === 'string' && (isSentence === true || isSentence(owner)) ? translate(value, at) : value
})

/**
 * An answer in the language that `Accept-Language` asks for. `i18n.data` carries the translation key of each
 * sentence by its JSON pointer, except for readers of Chinese, for whom it would make a list of a hundred
 * rows half as long again.
 */
export const translateAnswer = <E extends { data: unknown }>(
  http: HttpContext,
  schema: z.ZodType,
  answer: E,
): E & { i18n?: { data: Readonly<Record<string, TextKeys>> } } => {
  if (readsChinese(http)) return answer
  const walk = sentencesIn(schema)
  if (!walk) return answer
  const language = wantedLanguage(http)
  http.header('Content-Language', language === 'en' ? 'en' : 'zh-CN')
  const keys: Record<string, TextKeys> = {}
  const translate: Translate = (text, at) => {
    const found = translationOf(text)
    if (!found) return text
    keys[at] = found.told
    return language === 'en' ? found.english : text
  }
  const data = walk(answer.data, { at: '', owner: {} }, translate)
  return Object.keys(keys).length === 0 ? { ...answer, data } : { ...answer, data, i18n: { data: keys } }
}
