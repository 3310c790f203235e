import type { Context } from 'hono'
import { accepts } from 'hono/accepts'

import { isPlain } from '../../resources/kit/objects.ts'
import type { Language } from '../../resources/kit/translate.ts'
import { languageOf } from '../../resources/locales/catalogue.ts'
import { englishTexts } from '../services/languages.ts'

let english: Language | undefined
/** Read when the first who wants English is refused something. */
const readEnglish = () => (english ??= languageOf('en', englishTexts().all))

type Refusal = { message: string; data: unknown }

/**
 * A refusal in the language that `Accept-Language` asks for: English, or else Chinese, which is also what is said where
 * the English catalogue has nothing.
 */
export const inLanguageOf = <R extends Refusal>(http: Context, refusal: R): R => {
  const wanted = accepts(http, {
    header: 'Accept-Language',
    supports: ['zh', 'zh-CN', 'en', 'en-US', 'en-GB'],
    default: 'zh',
  })
  http.header('Content-Language', wanted.startsWith('en') ? 'en' : 'zh-CN')
  if (!wanted.startsWith('en')) return refusal
  const { phrase } = readEnglish()
  const say = (text: unknown) => (typeof text === 'string' ? (phrase(text, {}) ?? text) : text)
  const { message, data } = refusal
  const errors = isPlain(data) && isPlain(data['errors']) ? data['errors'] : null
  return {
    ...refusal,
    message: say(message),
    ...(errors && {
      data: {
        ...Object(data),
        errors: Object.fromEntries(Object.entries(errors).map(([name, text]) => [name, say(text)])),
      },
    }),
  }
}
