import type { Context } from 'hono'

import { isPlain } from '../../resources/kit/objects.ts'
import { wantedLanguage } from '../engine/request.ts'
import { keyOf, sayIn } from '../services/settings/languages.ts'

type Refusal = { message: string; data: unknown }

/** What `say` makes of each text; without those of which it makes nothing. */
const each = <T>(errors: Readonly<Record<string, unknown>>, say: (text: string) => T | undefined) =>
  Object.fromEntries(
    Object.entries(errors).flatMap(([name, text]) => {
      const said = typeof text === 'string' ? say(text) : undefined
      return said === undefined ? [] : [[name, said] as const]
    }),
  )

/**
 * A refusal in the language that `Accept-Language` asks for. Beside it, for a client that speaks another one, `i18n`
 * carries the key of the message and of each field's error, and what stands in the blanks of that key.
 */
export const inLanguageOf = <R extends Refusal>(http: Context, refusal: R) => {
  const language = wantedLanguage(http)
  http.header('Content-Language', language === 'en' ? 'en' : 'zh-CN')
  const { message, data } = refusal
  const errors = isPlain(data) && isPlain(data['errors']) ? data['errors'] : null
  const say = (text: string) => sayIn(language, text)
  return {
    ...refusal,
    message: say(message),
    ...(errors && { data: { ...Object(data), errors: { ...errors, ...each(errors, say) } } }),
    i18n: { message: keyOf(message), errors: each(errors ?? {}, keyOf) },
  }
}
