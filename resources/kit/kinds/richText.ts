import { z } from 'zod'

import { cleanText, countCharacters, stripTags } from '../clean.ts'
import { defineField, type SharedOptions, sharedOptions } from '../field.ts'
import { asText } from '../reading.ts'
import type { RegisteredMarkupSet } from '../registered.ts'
import type { KindDefinition } from './kind.ts'
import { asPlainText, noText } from './plainText.ts'

declare module '../field.ts' {
  interface KindOptions {
    richText: { max: number; allows: RegisteredMarkupSet }
  }
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' }

/** The plain text of an HTML text. */
const plainTextOf = (html: string) =>
  stripTags(html).replace(/&(amp|lt|gt|quot|nbsp);/g, (_, name: string) => entities[name]!)

/** Elements that are visible without any text. */
const showsWithoutText = /<(img|video|hr|table)[\s/>]/i

/**
 * An HTML text whose length is counted without tags. The server cleans it by an allow-list
 * (`resources/domain/markup.ts`) before storing it.
 */
export const richText = <const A extends RegisteredMarkupSet = 'basic'>(
  label: string,
  { max, allows, ...rest }: SharedOptions & { max: number; allows?: A },
) =>
  defineField(
    {
      kind: 'richText',
      label,
      max,
      allows: allows ?? ('basic' as A),
      isRequired: true,
      ...sharedOptions(rest),
    },
    () =>
      z
        .string({ error: `请输入${label}` })
        .min(1, `请输入${label}`)
        .max(max * 10, { error: `${label}最多${max}个字`, abort: true })
        .refine(html => showsWithoutText.test(html) || cleanText(plainTextOf(html)) !== '', {
          error: `${label}不能为空字符`,
          abort: true,
        })
        .refine(html => countCharacters(plainTextOf(html)) <= max, `${label}最多${max}个字`),
    () => z.string(),
  )

/** An HTML text. */
export const richTextKind: KindDefinition<'richText'> = {
  read: asText,
  empty: noText,
  describe: (_, value) => stripTags(asPlainText(value), ' ').replace(/\s+/g, ' ').trim(),
  comparison: 'text',
  sheetForm: null,
  examples: (_, mark) => [`<p>Check ${mark}</p>`],
}
