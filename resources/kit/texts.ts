import { z } from 'zod'

import { httpsAddress } from './addresses.ts'
import { clean, halfWidth, lengthOf, mobilePattern, withoutTags } from './clean.ts'
import { fieldOf, outputTraits, type Said, type Shared, shared, type SuggestedBy } from './field.ts'
import type { RegisteredMarkupSet } from './registered.ts'

type TextOptions = Shared & {
  /** Least length in code points. */
  min?: number
  /** Greatest length in code points. */
  max: number
  /** What the text must match, and the sentence shown when it does not. */
  pattern?: readonly [RegExp, string]
  /** Says how to normalise, and which keyboard a phone shows. */
  format?: 'plain' | 'tel' | 'email' | 'url'
  isMultiline?: boolean
  /** The server words it. */
  isSentence?: Said
  suggestedBy?: SuggestedBy
}

/** Whether the server worded this text of a record. */
export const isSentenceIn = ({ isSentence: said }: { isSentence?: Said }, record: object) =>
  typeof said === 'function' ? said({ ...record }) : said === true

/** A text of an answer that the server words, where it is no field. */
export const sentence = (isSentence: Said = true) => {
  const schema = z.string()
  outputTraits.set(schema, { isSentence })
  return schema
}

/** The zod schema of a text: cleaned, whitespace refused, counted in code points. */
const textSchema = (label: string, { min = 1, max, pattern, format = 'plain' }: TextOptions) => {
  const schema = z
    .string({ error: `请输入${label}` })
    .max(max * 4 + 64, { error: `${label}最多${max}个字`, abort: true })
    .refine(it => it === '' || it.trim() !== '', { error: `${label}不能为空字符`, abort: true })
    .overwrite(format === 'plain' ? clean : halfWidth)
    .min(1, { error: `请输入${label}`, abort: true })
    .refine(it => lengthOf(it) >= min, `${label}至少${min}个字`)
    .refine(it => lengthOf(it) <= max, `${label}最多${max}个字`)
  return pattern ? schema.regex(pattern[0], pattern[1]) : schema
}

/** A line or several lines of plain text of at most `max` characters. */
export const text = (label: string, options: TextOptions) =>
  fieldOf(
    {
      kind: 'text',
      label,
      max: options.max,
      format: options.format ?? 'plain',
      isMultiline: options.isMultiline ?? false,
      ...(options.isSentence && { isSentence: options.isSentence }),
      ...(options.suggestedBy && { suggestedBy: options.suggestedBy }),
      isRequired: true,
      ...shared(options),
    },
    () => textSchema(label, options),
    () => z.string(),
  )

const phonePattern = /^(\d{3,4}-\d{7,8}(-\d{1,6})?|1[3-9]\d{9}|400-?\d{3}-?\d{4})$/

/** A mainland mobile number; masked wherever it is logged. */
export const mobile = (label: string, options: Shared = {}) =>
  text(label, {
    max: 11,
    pattern: [mobilePattern, '请输入正确的手机号'],
    format: 'tel',
    isSensitive: true,
    ...options,
  })

/** A Chinese telephone number: a landline, a mobile or a 400 number. */
export const phone = (label: string, options: Shared = {}) =>
  text(label, {
    max: 24,
    pattern: [phonePattern, '请输入正确的电话，如 021-12345678'],
    format: 'tel',
    ...options,
  })

/** An email address of at most 100 characters. */
export const email = (label: string, options: Shared = {}) =>
  text(label, {
    max: 100,
    pattern: [/^[\w.+-]+@[\w-]+(\.[\w-]+)+$/, '请输入正确的邮箱'],
    format: 'email',
    ...options,
  })

/** An https address; plain http is refused because the mini-program cannot open it. */
export const url = (label: string, options: Shared & { max?: number } = {}) =>
  text(label, {
    max: 200,
    pattern: [httpsAddress, `${label}应以 https:// 开头，请检查网址`],
    format: 'url',
    ...options,
  })

/** 10 to 128 characters as typed, neither trimmed nor normalised; what else is refused the server decides. */
export const password = (label: string, options: Shared = {}) =>
  fieldOf(
    {
      kind: 'password',
      label,
      isRequired: true,
      ...shared({ ...options, isSensitive: true }),
    },
    () =>
      z
        .string({ error: `请输入${label}` })
        .min(1, { error: `请输入${label}`, abort: true })
        .min(10, `${label}至少10位`)
        .max(128, `${label}最多128位`),
    () => z.never(),
  )

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' }

/** The characters of a rich text that a person has written. */
const writtenIn = (html: string) =>
  withoutTags(html).replace(/&(amp|lt|gt|quot|nbsp);/g, (_, name: string) => entities[name]!)

/** What a reader sees without a word. */
const shows = /<(img|video|hr|table)[\s/>]/i

/** HTML, counted without its tags; the server cleans it by the allow-list of `markup.ts` before it is stored. */
export const richText = <const A extends RegisteredMarkupSet = 'basic'>(
  label: string,
  { max, allows, ...rest }: Shared & { max: number; allows?: A },
) =>
  fieldOf(
    {
      kind: 'richText',
      label,
      max,
      allows: allows ?? ('basic' as A),
      isRequired: true,
      ...shared(rest),
    },
    () =>
      z
        .string({ error: `请输入${label}` })
        .min(1, `请输入${label}`)
        .max(max * 10, { error: `${label}最多${max}个字`, abort: true })
        .refine(html => shows.test(html) || clean(writtenIn(html)) !== '', {
          error: `${label}不能为空字符`,
          abort: true,
        })
        .refine(html => lengthOf(writtenIn(html)) <= max, `${label}最多${max}个字`),
    () => z.string(),
  )
