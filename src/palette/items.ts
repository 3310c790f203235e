import type { ReactNode } from 'react'

import type { SearchableName } from '../fields/nameRank.ts'

/** One thing that the palette offers. */
export type PaletteItem = SearchableName & {
  /** Unique in the palette, and the same at every visit: the address of a page, `lawyers/12` of a record. */
  key: string
  picture: ReactNode
  /** What tells it from others of its name. */
  note?: ReactNode
  /** Where it leads, or what it does. */
  target: string | (() => void)
  /** Leaves the palette open. */
  isStaying?: boolean
}

export type PaletteGroup = {
  name: string
  label: string
  items: readonly PaletteItem[]
  /** The answer is on its way, or will be asked for when the network is back. */
  waitingFor?: 'answer' | 'network' | undefined
}

/** Whether the characters of a text stand in a name in their order: 新建文章 in 新建原创文章. */
const isWithin = (text: string, name: string) => {
  const rest = name[Symbol.iterator]()
  return [...text].every(character => rest.some(it => it === character))
}

const leastScattered = 3
const scatteredRank = 9

/** The rank of a name that holds what is typed with gaps; pinyin has ranks of its own, all of them smaller. */
export const rankOfScattered = ({ name, otherNames = [] }: SearchableName, typed: string) => {
  const text = typed.toLowerCase().replaceAll(/\s/g, '')
  const isMeant = text.length >= leastScattered && /\p{Script=Han}/u.test(text)
  return isMeant && [name, ...otherNames].some(it => isWithin(text, it.toLowerCase()))
    ? scatteredRank
    : undefined
}
