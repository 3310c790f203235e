import { useStore } from 'ra-core'
import { useMemo } from 'react'

import type { AnyEntity, Field } from '../../../resources/kit/index.ts'
import type { Language } from '../../../resources/kit/translate.ts'
import { useShownLanguage } from '../../language/useLanguage.ts'
import { labelLength, columnWidthOf } from '../../fields/kinds.tsx'
import { useDensity } from '../../theme/density.ts'
import { storeKeyOf } from '../../session/storeKey.ts'

export type ListColumn = {
  name: string
  field: Field
  isSortable: boolean
  /** Whether the column cannot be hidden; true for the first one, which identifies the row. */
  isFixed: boolean
  isHidden: boolean
  /** Minimum width in px; the title column takes the remaining width. */
  width: number
}

export type ColumnArrangement = { order: string[]; hidden: string[] }

/** Pixels; the same as in table.css. */
const fontSize = 13
const cellPadding = 20
/** Pixels left for the table in a window of 1440 px, without menu, margins and scroll bar. */
const availableWidth = 1440 - 200 - 50 - 17

/** Width of a column of person names in em; few names are longer. */
const personNameLength = 9

const columnWidth = (
  { avatarField, title, fields, sortable }: AnyEntity,
  name: string,
  language: Language,
) => {
  const field = fields[name]!
  const heading = labelLength(language.translate(field.label)) + (sortable.includes(name) ? 1.2 : 0)
  const content = avatarField && name === title ? personNameLength : columnWidthOf(field, language)
  return Math.ceil(fontSize * Math.max(content, heading)) + cellPadding
}

/** Characters of a title that should be visible before further columns are shown. */
const maxTitleLength = 28

/**
 * Width in px that a column should have before further columns are shown: for titles half of their maximum length, up
 * to `maxTitleLength` characters.
 */
const preferredWidth = (resource: AnyEntity, name: string, language: Language) => {
  const width = columnWidth(resource, name, language)
  if (name !== resource.title || resource.avatarField) return width
  const field = resource.fields[name]!
  const maxLength = 'max' in field ? Number(field.max) : 0
  return Math.max(width, fontSize * Math.min(maxTitleLength, maxLength / 2) + cellPadding)
}

/** Columns that do not fit into a window of 1440 px; declarations list the most important columns first. */
const hiddenByDefault = (resource: AnyEntity, occupiedWidth: number, language: Language): string[] => {
  let remaining = availableWidth - occupiedWidth
  return resource.list.filter(name => {
    if (resource.optionalColumns?.includes(name)) return true
    const width = preferredWidth(resource, name, language)
    if (width > remaining) return true
    remaining -= width
    return false
  })
}

/**
 * Visible columns, their order and the row height, stored per user and list. Columns that are not in the stored order
 * come last. `occupiedWidth` is the width in px of everything beside the columns.
 */
export const useColumns = (resource: AnyEntity, occupiedWidth: number) => {
  const { list, fields, sortable } = resource
  const language = useShownLanguage()
  const byDefault = useMemo(
    (): ColumnArrangement => ({ order: [], hidden: hiddenByDefault(resource, occupiedWidth, language) }),
    [resource, occupiedWidth, language],
  )
  const [{ order, hidden }, setArrangement] = useStore<ColumnArrangement>(
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
