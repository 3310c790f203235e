import type { Context } from 'hono'

import { isPlainObject } from '../../resources/kit/objects.ts'
import { wantedLanguage } from '../engine/request.ts'
import { sentenceKey, phraseIn } from '../services/settings/languages.ts'

type Refusal = { message: string; data: unknown }

/** Maps each text with `say`, leaving out those for which it returns undefined. */
const mapTexts = <T>(errors: Readonly<Record<string, unknown>>, translate: (text: string) => T | undefined) =>
  Object.fromEntries(
    Object.entries(errors).flatMap(([name, text]) => {
      const translated = typeof text === 'string' ? translate(text) : undefined
      return translated === undefined ? [] : [[name, translated] as const]
    }),
  )

/**
 * A refusal in the language that `Accept-Language` asks for. For clients in other languages, `i18n` carries
 * the translation keys of the message and of each field's error, with the values of their placeholders.
 */
export const translateRefusal = <R extends Refusal>(http: Context, refusal: R) => {
  const language = wantedLanguage(http)
  http.header('Content-Language', language === 'en' ? 'en' : 'zh-CN')
  const { message, data } = refusal
  const errors = isPlainObject(data) && isPlainObject(data['errors']) ? data['errors'] : null
  const translate = (text: string) => phraseIn(language, text)
  return {
    ...refusal,
    message: translate(message),
    ...(errors && { data: { ...Object(data), errors: { ...errors, ...mapTexts(errors, translate) } } }),
    i18n: { message: sentenceKey(message), errors: mapTexts(errors ?? {}, sentenceKey) },
  }
}
