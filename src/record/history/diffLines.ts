import { diffArrays } from 'diff'

import { splitIntoWords } from './words.ts'

type Piece = { text: string; isChanged: boolean }
/** A line of one side; `isChanged` if the other side has no such line. */
export type Line = { key: string; pieces: Piece[]; isChanged: boolean }
type Sides = { before: Line[]; after: Line[] }

/** Words of two lines; each is marked if the other line does not have it. */
const diffPair = (before: string, after: string): [Piece[], Piece[]] => {
  const sides: [Piece[], Piece[]] = [[], []]
  for (const { value, added, removed } of diffArrays(splitIntoWords(before), splitIntoWords(after))) {
    const piece = { text: value.join(''), isChanged: added || removed }
    if (!added) sides[0].push(piece)
    if (!removed) sides[1].push(piece)
  }
  return sides
}

const asSinglePiece = (text: string, isChanged: boolean): Piece[] => [{ text, isChanged }]

/** Compares two lists of lines, word by word where a line was changed. */
export const diffLines = (before: readonly string[], after: readonly string[]): Sides => {
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
        const [itemBefore, itemAfter] = [value[at], next.value[at]]
        const pair =
          itemBefore !== undefined && itemAfter !== undefined ? diffPair(itemBefore, itemAfter) : null
        if (itemBefore !== undefined) add('before', pair?.[0] ?? asSinglePiece(itemBefore, true), true)
        if (itemAfter !== undefined) add('after', pair?.[1] ?? asSinglePiece(itemAfter, true), true)
      }
    } else if (removed) value.forEach(line => add('before', asSinglePiece(line, true), true))
    else if (added && !previous?.removed) value.forEach(line => add('after', asSinglePiece(line, true), true))
    else if (!added)
      value.forEach(line => {
        add('before', asSinglePiece(line, false), false)
        add('after', asSinglePiece(line, false), false)
      })
  }
  return sides
}
