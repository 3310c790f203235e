import { useStore } from 'ra-core'
import { useMemo } from 'react'

import type { AnyEntity, Field } from '../../resources/kit/index.ts'
import type { Language } from '../../resources/kit/translate.ts'
import { useShownLanguage } from '../shell/language/useLanguage.ts'
import { textLength, columnWidthOf } from '../fields/kinds.tsx'
import { useDensity } from '../shell/density.ts'
import { storeKeyOf } from '../shell/storeKey.ts'

export type ListColumn = {
  name: string
  field: Field
  isSortable: boolean
  /** The first column says what a row is: it can't be hidden. */
  isFixed: boolean
  isHidden: boolean
  /** Minimum width in px; the column of the title takes the remaining width. */
  width: number
}

export type Arrangement = { order: string[]; hidden: string[] }

/** Of the table's type, and what stands beside it in a cell (table.css). */
const letter = 13
const padding = 20
/** What a window of 1440 px has beside menu, margins and a bar to scroll with. */
const room = 1440 - 200 - 50 - 17

/** Few names of persons are longer. */
const personName = 9

const columnWidth = (
  { avatarField, title, fields, sortable }: AnyEntity,
  name: string,
  language: Language,
) => {
  const field = fields[name]!
  const heading = textLength(language.translate(field.label)) + (sortable.includes(name) ? 1.2 : 0)
  const content = avatarField && name === title ? personName : columnWidthOf(field, language)
  return Math.ceil(letter * Math.max(content, heading)) + padding
}

/** Characters of a title that are read before any further column is worth its room. */
const titleLength = 28

/**
 * Width in px below which a further column is hidden: for a title half of its longest text, up to `titleLength`
 * characters.
 */
const wantedWidth = (resource: AnyEntity, name: string, language: Language) => {
  const width = columnWidth(resource, name, language)
  if (name !== resource.title || resource.avatarField) return width
  const field = resource.fields[name]!
  const longest = 'max' in field ? Number(field.max) : 0
  return Math.max(width, letter * Math.min(titleLength, longest / 2) + padding)
}

/** The list names its columns the most telling first: those for which there is no room are shown when asked for. */
const hiddenByDefault = (resource: AnyEntity, taken: number, language: Language): string[] => {
  let left = room - taken
  return resource.list.filter(name => {
    if (resource.optionalColumns?.includes(name)) return true
    const width = wantedWidth(resource, name, language)
    if (width > left) return true
    left -= width
    return false
  })
}

/**
 * Which columns, in which order, and how dense: remembered for each user and list. Columns added later stand last.
 * `taken` is the room of what stands beside them.
 */
export const useColumns = (resource: AnyEntity, taken: number) => {
  const { list, fields, sortable } = resource
  const language = useShownLanguage()
  const byDefault = useMemo(
    (): Arrangement => ({ order: [], hidden: hiddenByDefault(resource, taken, language) }),
    [resource, taken, language],
  )
  const [{ order, hidden }, setArrangement] = useStore<Arrangement>(
    `${storeKeyOf(resource)}.columns`,
    byDefault,
  )
  const [density, setDensity] = useDensity()
  const all = useMemo(() => {
    const known = order.filter(name => list.includes(name))
    return [...known, ...list.filter(name => !known.includes(name))].map((name): ListColumn => {
      const isFixed = name === list[0]
      const isHidden = !isFixed && hidden.includes(name)
      const isSortable = sortable.includes(name)
      const width = columnWidth(resource, name, language)
      return { name, field: fields[name]!, isSortable, isFixed, isHidden, width }
    })
  }, [resource, list, fields, sortable, order, hidden, language])
  const names = all.map(({ name }) => name)
  return {
    all,
    shown: useMemo(() => all.filter(({ isHidden }) => !isHidden), [all]),
    density,
    setDensity,
    toggle: (name: string) => {
      const others = hidden.filter(other => other !== name)
      setArrangement({ order: names, hidden: hidden.includes(name) ? others : [...hidden, name] })
    },
    move: (name: string, by: -1 | 1) => {
      const from = names.indexOf(name)
      setArrangement({ hidden, order: names.toSpliced(from, 1).toSpliced(from + by, 0, name) })
    },
    arrangement: { order, hidden },
    arrange: setArrangement,
    reset: () => setArrangement(byDefault),
  }
}

export type Columns = ReturnType<typeof useColumns>
