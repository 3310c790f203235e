import type { Context as HttpContext } from 'hono'
import type { z } from 'zod'

import { outputTraits } from '../../resources/kit/index.ts'
import { walksOf } from '../context/answerWalk.ts'
import { tell, type Told } from '../services/settings/languages.ts'
import { readsChinese, wantedLanguage } from './request.ts'

// What the server words in an answer (`isSentence`, `sentence`) is said in the language that is asked for. The answer
// itself, which may be kept for a repetition, is in Chinese.

type Say = (text: string, at: string) => string

/** What of the values of a schema the server words. */
const wordedIn = walksOf<Say>(schema => {
  const said = outputTraits.get(schema)?.isSentence
  if (!said) return null
  return (value, { at, owner }, say) =>
    typeof value === 'string' && (said === true || said(owner)) ? say(value, at) : value
})

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
  const walk = wordedIn(schema)
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
  const data = walk(answer.data, { at: '', owner: {} }, say)
  return Object.keys(keys).length === 0 ? { ...answer, data } : { ...answer, data, i18n: { data: keys } }
}
