import { describe, expect, test } from 'vitest'
import { z } from 'zod'

import { registry, resources } from '../../resources/index.ts'
import { everyField } from './shapes.ts'

/** Values of every type: too small, too large, and missing. */
const wrongValues: readonly unknown[] = [
  undefined,
  null,
  '',
  'nonsense',
  'x'.repeat(5000),
  '2026-02-31',
  true,
  -1,
  1.5,
  Number.MAX_SAFE_INTEGER + 1,
  Number.NaN,
  [],
  [undefined],
  Array.from({ length: 300 }, () => ({})),
  {},
  { nonsense: 1 },
]

const inner = (schema: z.ZodType): z.ZodType[] => {
  if (schema instanceof z.ZodObject) return Object.values(schema.shape) as z.ZodType[]
  if (schema instanceof z.ZodArray) return [schema.element as z.ZodType]
  if (schema instanceof z.ZodUnion) return schema.options as z.ZodType[]
  if (schema instanceof z.ZodRecord) return [schema.keyType, schema.valueType] as z.ZodType[]
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return [schema.unwrap() as z.ZodType]
  return []
}
/** A schema and all schemas within it. */
const everySchema = (schema: z.ZodType): z.ZodType[] => [schema, ...inner(schema).flatMap(everySchema)]

const sentencesOf = (schema: z.ZodType) =>
  everySchema(schema).flatMap(it =>
    wrongValues.flatMap(value => it.safeParse(value).error?.issues.map(issue => issue.message) ?? []),
  )

/** Words that are the same in Chinese. */
const words = /https|AppID|Token|EncodingAESKey|wx|MB|JPG|PNG|WebP|[A-Z]{2,}|\be?g\b|_|@|KB/g
const isChinese = (sentence: string) =>
  /\p{Script=Han}/u.test(sentence) && !/[a-z]{4,}/i.test(sentence.replaceAll(words, ''))

describe('validation messages are in Chinese', () => {
  test.each(Object.entries(registry).map(([name, call]) => [name, call.input as z.ZodType] as const))(
    'by %s',
    (_, input) => {
      const sentences = new Set(sentencesOf(input))
      expect(sentences.size).toBeGreaterThan(0)
      expect([...sentences].filter(it => !isChinese(it))).toEqual([])
    },
  )

  test('by every field', () => {
    const fields = resources.flatMap(it => everyField(it.fields)).map(([, field]) => field)
    const sentences = new Set(fields.flatMap(it => sentencesOf(it.schema)))
    expect([...sentences].filter(it => !isChinese(it))).toEqual([])
  })
})

describe('white space alone has a message of its own', () => {
  test('in every text that a person writes', () => {
    const texts = resources.flatMap(it => everyField(it.fields)).filter(([, field]) => field.kind === 'text')
    const wrong = texts.filter(
      ([, { schema, label }]) => schema.safeParse(' 　').error?.issues[0]?.message !== `${label}不能为空字符`,
    )
    expect(wrong.map(([name]) => name)).toEqual([])
  })

  test.each([' ', '<p></p>', '<p> </p>\n<p>&nbsp;\u200B<br></p>'])('in every rich text, as %j', html => {
    const texts = resources
      .flatMap(it => everyField(it.fields))
      .filter(([, field]) => field.kind === 'richText')
    expect(texts.length).toBeGreaterThan(0)
    const wrong = texts.filter(
      ([, { schema, label }]) => schema.safeParse(html).error?.issues[0]?.message !== `${label}不能为空字符`,
    )
    expect(wrong.map(([name]) => name)).toEqual([])
    for (const [, { schema }] of texts)
      expect(schema.safeParse('<p><img src="/api/files/1"></p>').success).toBe(true)
  })

  test.each(['reason', 'answer', 'account', 'keyword'])('as %s', name => {
    const schemas = Object.values(registry).flatMap(({ input }) => {
      const found = (input as z.ZodObject).shape[name] as z.ZodType | undefined
      return found ? [found] : []
    })
    expect(schemas.length).toBeGreaterThan(0)
    for (const schema of schemas)
      expect(schema.safeParse('   ').error?.issues[0]?.message).toMatch(/不能为空字符$/)
  })
})
