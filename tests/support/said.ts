import { readFileSync } from 'node:fs'

import { withoutContext } from '../../resources/kit/translate.ts'
import { languageOf } from '../../resources/locales/catalogue.ts'

const read = (name: string) =>
  JSON.parse(readFileSync(`resources/locales/en/${name}.json`, 'utf8')) as Record<string, string>

/** The product's English texts by their Chinese ones. */
export const english = { ...read('entrance'), ...read('app') }

const { phrase } = languageOf('en-US', english)

/** The text that a screen shows for a Chinese text, with or without filled placeholders. */
export type Said = (text: string) => string

export const said = {
  'zh-CN': withoutContext,
  'en-US': text => {
    const shown = phrase(text, {})
    if (shown === undefined) throw new Error(`No English for ${text}`)
    return shown
  },
} satisfies Record<string, Said>
