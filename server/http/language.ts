import type { Context } from 'hono'
import { accepts } from 'hono/accepts'

import { isPlain } from '../../resources/kit/objects.ts'
import { keyFinder, languageOf } from '../../resources/locales/catalogue.ts'
import { englishTexts } from '../services/languages.ts'

let texts: ReturnType<typeof read> | undefined
const read = () => {
  const { all } = englishTexts()
  return { find: keyFinder(all), english: languageOf('en', all) }
}
/** Read when the first is refused something. */
const readTexts = () => (texts ??= read())

type Refusal = { message: string; data: unknown }

/** What `say` makes of each text; without those of which it makes nothing. */
const each = <T>(errors: Record<string, unknown>, say: (text: string) => T | undefined) =>
  Object.fromEntries(
    Object.entries(errors).flatMap(([name, text]) => {
      const said = typeof text === 'string' ? say(text) : undefined
      return said === undefined ? [] : [[name, said] as const]
    }),
  )

/**
 * A refusal in the language that `Accept-Language` asks for: English, or else Chinese, which is also what is said where
 * the English catalogue has nothing. Beside it, for a client that speaks another one, `i18n` carries the key of the
 * message and of each field's error, and what stands in the blanks of that key.
 */
export const inLanguageOf = <R extends Refusal>(http: Context, refusal: R) => {
  const wanted = accepts(http, {
    header: 'Accept-Language',
    supports: ['zh', 'zh-CN', 'en', 'en-US', 'en-GB'],
    default: 'zh',
  })
  http.header('Content-Language', wanted.startsWith('en') ? 'en' : 'zh-CN')
  const { find, english } = readTexts()
  const { message, data } = refusal
  const errors = isPlain(data) && isPlain(data['errors']) ? data['errors'] : {}
  const i18n = { message: find(message), errors: each(errors, find) }
  if (!wanted.startsWith('en')) return { ...refusal, i18n }
  const say = (text: string) => english.phrase(text, {})
  return {
    ...refusal,
    message: say(message) ?? message,
    data:
      isPlain(data) && isPlain(data['errors'])
        ? { ...data, errors: { ...errors, ...each(errors, say) } }
        : data,
    i18n,
  }
}
