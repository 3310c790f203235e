import { diffArrays } from 'diff'

import { wordsOf } from './markup.ts'

const blocks = /<\/(?:p|h\d|li|tr|blockquote|figcaption)>|<br\s*\/?>|<hr\s*\/?>/gi
const pictures = /<(img|video)\b[^<>]*>/gi
const nameOf = (tag: string) => {
  const alt = /\balt="([^"]*)"/i.exec(tag)?.[1]
  const kind = /^<img/i.test(tag) ? '图片' : '视频'
  return alt ? `[${kind}：${alt}]` : `[${kind}]`
}

/** What is read of clean HTML, paragraph by paragraph; a picture by its name. */
const paragraphsOf = (html: string) =>
  html
    .replaceAll(pictures, tag => nameOf(tag))
    .split(blocks)
    .map(wordsOf)
    .filter(it => it !== '')

/** The work grows with its square; beyond it one text is said to replace the other. */
const mostEdits = 2000

/** Of two rich texts the paragraphs that the other has not: a log of a long text is as long as its change. */
export const paragraphsChanged = (before: string, after: string) => {
  const [left, right] = [paragraphsOf(before), paragraphsOf(after)]
  const parts = diffArrays(left, right, { maxEditLength: mostEdits }) ?? [
    { value: left, removed: true, added: false },
    { value: right, removed: false, added: true },
  ]
  const linesOf = (side: 'added' | 'removed') =>
    parts
      .filter(it => it[side])
      .flatMap(it => it.value)
      .join('\n')
  const words = { before: linesOf('removed'), after: linesOf('added') }
  return words.before === '' && words.after === '' && before !== after
    ? { before: '', after: '（文字未变，图片或排版有改动）', isWorded: 1 as const }
    : words
}
