import type { ReactNode } from 'react'

import type { SearchableName } from '../fields/comboBox/nameRank.ts'

/** An item of the palette. */
export type PaletteItem = SearchableName & {
  /** Unique and permanent key: the address of a page, or `lawyers/12` for a record. */
  key: string
  picture: ReactNode
  /** Additional information that distinguishes items with the same name. */
  note?: ReactNode
  /** Address to open, or command to run. */
  target: string | (() => void)
  /** Whether the palette stays open. */
  isStaying?: boolean
}

export type PaletteGroup = {
  name: string
  label: string
  items: readonly PaletteItem[]
  /** Whether the group waits for an answer, or for the network to send its request. */
  waitingFor?: 'answer' | 'network' | undefined
}

/** Whether the characters of a text occur in a name in the same order, for example 新建文章 in 新建原创文章. */
const isSubsequence = (text: string, name: string) => {
  const rest = name[Symbol.iterator]()
  return [...text].every(character => rest.some(it => it === character))
}

const minSubsequenceLength = 3
const subsequenceRank = 9

/** Rank for names that contain the typed characters with gaps, which is behind all ranks of pinyin. */
export const rankOfSubsequence = ({ name, otherNames = [] }: SearchableName, typed: string) => {
  const text = typed.toLowerCase().replaceAll(/\s/g, '')
  const isMeant = text.length >= minSubsequenceLength && /\p{Script=Han}/u.test(text)
  return isMeant && [name, ...otherNames].some(it => isSubsequence(text, it.toLowerCase()))
    ? subsequenceRank
    : undefined
}
