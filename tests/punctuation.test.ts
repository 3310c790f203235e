import { globSync, readFileSync } from 'node:fs'

import { parseAst } from 'vite'
import { expect, test } from 'vitest'

/**
 * A half-width punctuation mark beside a Chinese character, or brackets around one. A mark between two Latin words is
 * allowed, and so are patterns.
 */
const wrong =
  /[\p{Script=Han}”】》）][,:;?!](?!\p{L}?\/)|[\p{Script=Han}]\(|(?<!&\w{1,8})[,:;](?=[\p{Script=Han}“【《])|\)(?=\p{Script=Han})|\([^()\n]*\p{Script=Han}[^()\n]*\)/u

type Node = { type: string; start: number; value?: unknown; quasis?: unknown; [key: string]: unknown }
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value

const textOf = ({ type, value }: Node): string => {
  if ((type === 'Literal' || type === 'JSXText') && typeof value === 'string') return value
  if (type !== 'TemplateElement' || typeof value !== 'object' || value === null || !('raw' in value))
    return ''
  return String(value.raw)
}

/** All texts of a source file: strings, templates and JSX text. */
const textsOf = (value: unknown): { text: string; start: number }[] => {
  if (Array.isArray(value)) return value.flatMap(textsOf)
  if (!isNode(value)) return []
  const own = { text: textOf(value), start: value.start }
  return [own, ...Object.values(value).flatMap(textsOf)]
}

const lineOf = (source: string, at: number) => source.slice(0, at).split('\n').length

test('Chinese sentences have Chinese punctuation', () => {
  const found = globSync('{resources,src,server,providers}/**/*.{ts,tsx}').flatMap(file => {
    const source = readFileSync(file, 'utf8')
    return textsOf(parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' }))
      .filter(({ text }) => wrong.test(text))
      .map(({ text, start }) => `${file}:${lineOf(source, start)} ${text.trim().slice(0, 80)}`)
  })
  expect(found).toEqual([])
})

/**
 * Names of records in the log and signatures of text messages (docs/domain.md) stand in 【】; every other quotation stands
 * in “ ”.
 */
const isLogOrSignature = (file: string, text: string) =>
  file.startsWith('server/') || text.includes('不含【】')

test('the product uses one kind of quotation mark', () => {
  const found = globSync('{resources,src,server,providers}/**/*.{ts,tsx}').flatMap(file => {
    const source = readFileSync(file, 'utf8')
    return textsOf(parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' }))
      .filter(
        ({ text }) => /[「」『』]/u.test(text) || (/[【】]/u.test(text) && !isLogOrSignature(file, text)),
      )
      .map(({ text, start }) => `${file}:${lineOf(source, start)} ${text.trim().slice(0, 80)}`)
  })
  expect(found).toEqual([])
})

test('the demo firm uses the same quotation marks', () => {
  const files = [...globSync('server/db/seed/{demo,referenceData}/**/*.{json,md}'), 'index.html']
  const found = files
    .filter(file => !file.endsWith('README.md'))
    .flatMap(file =>
      readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((line, index) =>
          wrong.test(line) ? [`${file}:${index + 1} ${line.trim().slice(0, 80)}`] : [],
        ),
    )
  expect(found).toEqual([])
})
