import { z } from 'zod'

import { httpsAddress } from '../addresses.ts'
import { cleanLine, cleanText, countCharacters, toHalfWidth } from '../clean.ts'
import {
  defineField,
  outputTraits,
  type SentenceCondition,
  type SharedOptions,
  sharedOptions,
} from '../field.ts'
import { toName } from '../names.ts'
import { hasSeveralMobiles, mobilePattern, toMobile } from '../mobiles.ts'
import { asText } from '../reading.ts'
import type { KindDefinition } from './kind.ts'
import { asPlainText, noText } from './plainText.ts'

/** A field of a setting that lists texts. */
export type SuggestedBy = { setting: string; field: string }

type TextFormat = 'plain' | 'name' | 'tel' | 'mobile' | 'email' | 'url'

declare module '../field.ts' {
  interface KindOptions {
    /** `suggestedBy` names a setting whose texts are offered below the input. */
    text: {
      max: number
      /** True for the name of a person, whose first characters are a surname. */
      isPersonName?: true
      format: TextFormat
      isMultiline: boolean
      isSentence?: SentenceCondition
      suggestedBy?: SuggestedBy
    }
  }
}

type TextOptions = SharedOptions & {
  /** Minimum length in code points. */
  min?: number
  /** Maximum length in code points. */
  max: number
  /** A pattern that the text must match, and the message if it does not. */
  pattern?: readonly [RegExp, string]
  /** Decides how the text is normalised, and which keyboard a phone shows. */
  format?: TextFormat
  isMultiline?: boolean
  /** True if the server writes the text, so that it is translated for the reader. */
  isSentence?: SentenceCondition
  suggestedBy?: SuggestedBy
}

/** Whether the server wrote this text of the record. */
export const isSentenceIn = ({ isSentence: condition }: { isSentence?: SentenceCondition }, record: object) =>
  typeof condition === 'function' ? condition({ ...record }) : condition === true

/** The schema of a text that the server writes and that belongs to no field; it is translated for the reader. */
export const sentence = (isSentence: SentenceCondition = true) => {
  const schema = z.string()
  outputTraits.set(schema, { isSentence })
  return schema
}

/** How a text of each format is normalised before it is checked. */
const normalisers = {
  plain: cleanLine,
  name: toName,
  tel: toHalfWidth,
  mobile: toMobile,
  email: toHalfWidth,
  url: toHalfWidth,
} as const satisfies Record<TextFormat, (text: string) => string>

/** `inputMode` of a text by its format, which selects the keyboard on a phone. */
export const keyboards = {
  plain: 'text',
  name: 'text',
  tel: 'tel',
  mobile: 'tel',
  email: 'email',
  url: 'url',
} as const

/** The schema of a text: it is cleaned, must not be only white space, and is measured in code points. */
const textSchema = (
  label: string,
  { min = 1, max, pattern, format = 'plain', isMultiline = false }: TextOptions,
) => {
  const schema = z
    .string({ error: `请输入${label}` })
    .max(max * 4 + 64, { error: `${label}最多${max}个字`, abort: true })
    .refine(it => it === '' || it.trim() !== '', { error: `${label}不能为空字符`, abort: true })
    .overwrite(isMultiline ? cleanText : normalisers[format])
    .min(1, { error: `请输入${label}`, abort: true })
    .refine(it => countCharacters(it) >= min, `${label}至少${min}个字`)
    .refine(it => countCharacters(it) <= max, `${label}最多${max}个字`)
  return pattern ? schema.regex(pattern[0], pattern[1]) : schema
}

/** One or more lines of plain text of at most `max` characters. */
export const text = (label: string, options: TextOptions) =>
  defineField(
    {
      kind: 'text',
      label,
      max: options.max,
      format: options.format ?? 'plain',
      isMultiline: options.isMultiline ?? false,
      ...(options.format === 'name' && { isPersonName: true }),
      ...(options.isSentence && { isSentence: options.isSentence }),
      ...(options.suggestedBy && { suggestedBy: options.suggestedBy }),
      isRequired: true,
      ...sharedOptions(options),
    },
    () => textSchema(label, options),
    () => z.string(),
  )

const phonePattern = /^(\d{3,4}-\d{7,8}(-\d{1,6})?|1[3-9]\d{9}|400-?\d{3}-?\d{4})$/

/** A mobile number in any notation that `toMobile` understands; its digits are only counted by the pattern. */
const mobileSchema = (label: string) =>
  z
    .string({ error: `请输入${label}` })
    .max(100, { error: '请输入正确的手机号', abort: true })
    .refine(it => it === '' || it.trim() !== '', { error: `${label}不能为空字符`, abort: true })
    .overwrite(toMobile)
    .min(1, { error: `请输入${label}`, abort: true })
    .refine(it => !hasSeveralMobiles(it), { error: '有多个手机号，请只保留一个', abort: true })
    .regex(mobilePattern, '请输入正确的手机号')

/** A mainland mobile number, masked in the log. */
export const mobile = (label: string, options: SharedOptions = {}) =>
  defineField(
    {
      kind: 'text',
      label,
      max: 11,
      format: 'mobile',
      isMultiline: false,
      isRequired: true,
      ...sharedOptions({ isSensitive: true, ...options }),
    },
    () => mobileSchema(label),
    () => z.string(),
  )

/**
 * The name of a person. The Chinese rules for names of minorities (民委发〔2016〕33号) demand room for 25 characters.
 */
export const personName = (label = '姓名') => text(label, { min: 2, max: 50, format: 'name' })

/** A Chinese telephone number: a landline, a mobile or a 400 number. */
export const phone = (label: string, options: SharedOptions = {}) =>
  text(label, {
    max: 24,
    pattern: [phonePattern, '请输入正确的电话，如 021-12345678'],
    format: 'mobile',
    ...options,
  })

/** An email address of at most 100 characters. */
export const email = (label: string, options: SharedOptions = {}) =>
  text(label, {
    max: 100,
    pattern: [/^[\w.+-]+@[\w-]+(\.[\w-]+)+$/, '请输入正确的邮箱'],
    format: 'email',
    ...options,
  })

/** An https address; plain http is refused because the mini-program cannot open it. */
export const url = (label: string, options: SharedOptions & { max?: number } = {}) =>
  text(label, {
    max: 200,
    pattern: [httpsAddress, `${label}应以 https:// 开头，请检查网址`],
    format: 'url',
    ...options,
  })

/** Digits as letters, for names that have no digits. */
const inLetters = (mark: string) => mark.replaceAll(/\d/g, it => 'abcdefghij'[Number(it)]!)

/** A plain text. */
export const textKind: KindDefinition<'text'> = {
  read: asText,
  empty: noText,
  describe: (_, value) => asPlainText(value),
  comparison: 'text',
  sheetForm: 'text',
  tidy: ({ isMultiline, format }, text) => (isMultiline ? cleanText : normalisers[format])(text),
  keyboard: ({ format }) => keyboards[format],
  examples: (_, mark) => [
    `Check${mark}`,
    `Ck${inLetters(mark)}`,
    `check${mark}@example.com`,
    `https://example.com/${mark}`,
    `13900${mark}`,
    mark,
  ],
}
