import { globSync, readFileSync } from 'node:fs'

import { parseAst } from 'vite'
import { expect, test } from 'vitest'

/**
 * A half-width sign beside a Chinese character, or brackets around one. A sign between two Latin words is theirs, and
 * what a pattern looks for is not a sentence.
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

/** All that a source says: its strings, templates and texts between tags. */
const sayings = (value: unknown): { text: string; start: number }[] => {
  if (Array.isArray(value)) return value.flatMap(sayings)
  if (!isNode(value)) return []
  const own = { text: textOf(value), start: value.start }
  return [own, ...Object.values(value).flatMap(sayings)]
}

const lineOf = (source: string, at: number) => source.slice(0, at).split('\n').length

test('Chinese sentences have Chinese punctuation', () => {
  const found = globSync('{resources,src,server,providers}/**/*.{ts,tsx}').flatMap(file => {
    const source = readFileSync(file, 'utf8')
    return sayings(parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' }))
      .filter(({ text }) => wrong.test(text))
      .map(({ text, start }) => `${file}:${lineOf(source, start)} ${text.trim().slice(0, 80)}`)
  })
  expect(found).toEqual([])
})

/** Names of records in the log and the signature of a text message (domain.md) stand in 【】; all else is quoted by “ ”. */
const isLogOrSignature = (file: string, text: string) =>
  file.startsWith('server/') || text.includes('不含【】')

test('has one quotation mark', () => {
  const found = globSync('{resources,src,server,providers}/**/*.{ts,tsx}').flatMap(file => {
    const source = readFileSync(file, 'utf8')
    return sayings(parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' }))
      .filter(
        ({ text }) => /[「」『』]/u.test(text) || (/[【】]/u.test(text) && !isLogOrSignature(file, text)),
      )
      .map(({ text, start }) => `${file}:${lineOf(source, start)} ${text.trim().slice(0, 80)}`)
  })
  expect(found).toEqual([])
})

test('and so has the demo firm', () => {
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
