import { diffArrays } from 'diff'

import { plainTextOf } from './markup.ts'

const blockEnds = /<\/(?:p|h\d|li|tr|blockquote|figcaption)>|<br\s*\/?>|<hr\s*\/?>/gi
const pictureTags = /<(img|video)\b[^<>]*>/gi
const pictureName = (tag: string) => {
  const alt = /\balt="([^"]*)"/i.exec(tag)?.[1]
  const kind = /^<img/i.test(tag) ? '图片' : '视频'
  return alt ? `[${kind}：${alt}]` : `[${kind}]`
}

/** The text of sanitised HTML by paragraphs; a picture is represented by its name. */
const paragraphsOf = (html: string) =>
  html
    .replaceAll(pictureTags, tag => pictureName(tag))
    .split(blockEnds)
    .map(plainTextOf)
    .filter(it => it !== '')

/**
 * The time of the comparison grows with the square of the edits; beyond this number, the whole text counts as
 * replaced.
 */
const maxEdits = 2000

/**
 * The paragraphs that only one of two rich texts has, so that the log of a long text is only as long as the
 * change.
 */
export const differingParagraphs = (before: string, after: string) => {
  const [left, right] = [paragraphsOf(before), paragraphsOf(after)]
  const parts = diffArrays(left, right, { maxEditLength: maxEdits }) ?? [
    { value: left, removed: true, added: false },
    { value: right, removed: false, added: true },
  ]
  const linesOf = (side: 'added' | 'removed') =>
    parts
      .filter(it => it[side])
      .flatMap(it => it.value)
      .join('\n')
  const changedText = { before: linesOf('removed'), after: linesOf('added') }
  return changedText.before === '' && changedText.after === '' && before !== after
    ? { before: '', after: '（文字未变，图片或排版有改动）', isWorded: 1 as const }
    : changedText
}
