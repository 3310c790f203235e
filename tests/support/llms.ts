import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

/** The heading of a document and its first paragraph as plain text. */
const summaryOf = (path: string) => {
  const [heading = '', ...paragraphs] = read(path).split('\n\n')
  const isSentence = (text: string): boolean =>
    !/^(?:#|\||!|- |\d+\. |```|Decided |\[[^\]]+\]\([^)]+\)$)/.test(text)
  const first = paragraphs.find(isSentence) ?? ''
  const plain = first
    .replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replaceAll('**', '')
    .replaceAll(/\s*\n(?=\p{Script=Han})/gu, '')
    .replaceAll('\n', ' ')
  return { title: heading.replace(/^# /, ''), text: plain }
}

const lineOf = (path: string): string => {
  const { title, text } = summaryOf(path)
  return `- [${title}](${path}): ${text}`
}

const filesOf = (pattern: string): string[] => globSync(pattern, { cwd: root }).toSorted()
const readmes: readonly string[] = ['README.md', 'README.zh-CN.md']
const decisions = 'docs/decisions/README.md'

/** The content of `llms.txt`: what the product is, and each document with its first paragraph (llmstxt.org). */
export const llmsText = (): string => {
  const product = summaryOf('README.md')
  const sections = {
    Project: filesOf('*.md').filter(path => !readmes.includes(path)),
    Documents: [...filesOf('docs/*.md'), 'server/promises.md', decisions],
    Optional: [...filesOf('docs/decisions/*.md').filter(path => path !== decisions), 'README.zh-CN.md'],
  }
  const parts = Object.entries(sections).map(
    ([name, paths]) => `## ${name}\n\n${paths.map(lineOf).join('\n')}`,
  )
  return `${[`# ${product.title}`, `> ${product.text}`, ...parts].join('\n\n')}\n`
}
