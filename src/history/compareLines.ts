import { diffArrays } from 'diff'

export type Piece = { text: string; isChanged: boolean }
/** A line of one side; `isNew` when nothing on the other side answers to it. */
export type Line = { key: string; pieces: Piece[]; isChanged: boolean }
export type Sides = { before: Line[]; after: Line[] }

const segmenter = new Intl.Segmenter('zh', { granularity: 'word' })
const wordsOf = (text: string) => Array.from(segmenter.segment(text), it => it.segment)

/** The words of both lines, each marked when the other line lacks it. */
const comparePair = (before: string, after: string): [Piece[], Piece[]] => {
  const sides: [Piece[], Piece[]] = [[], []]
  for (const { value, added, removed } of diffArrays(wordsOf(before), wordsOf(after))) {
    const piece = { text: value.join(''), isChanged: added || removed }
    if (!added) sides[0].push(piece)
    if (!removed) sides[1].push(piece)
  }
  return sides
}

const whole = (text: string, isChanged: boolean): Piece[] => [{ text, isChanged }]

/** What differs between two lists of lines, to the word where a line was rewritten. */
export const compareLines = (before: readonly string[], after: readonly string[]): Sides => {
  const sides: Sides = { before: [], after: [] }
  const add = (side: keyof Sides, pieces: Piece[], isChanged: boolean) =>
    sides[side].push({ key: `${sides[side].length}`, pieces, isChanged })
  const blocks = diffArrays([...before], [...after])
  for (const [index, { value, added, removed }] of blocks.entries()) {
    const next = blocks[index + 1]
    const previous = blocks[index - 1]
    if (removed && next?.added) {
      const count = Math.max(value.length, next.value.length)
      for (let at = 0; at < count; at++) {
        const [one, other] = [value[at], next.value[at]]
        const pair = one !== undefined && other !== undefined ? comparePair(one, other) : null
        if (one !== undefined) add('before', pair?.[0] ?? whole(one, true), true)
        if (other !== undefined) add('after', pair?.[1] ?? whole(other, true), true)
      }
    } else if (removed) value.forEach(it => add('before', whole(it, true), true))
    else if (added && !previous?.removed) value.forEach(it => add('after', whole(it, true), true))
    else if (!added)
      value.forEach(it => {
        add('before', whole(it, false), false)
        add('after', whole(it, false), false)
      })
  }
  return sides
}
