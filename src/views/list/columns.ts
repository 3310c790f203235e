import { useStore } from 'ra-core'
import { useMemo } from 'react'

import type { AnyResource, Field } from '../../../resources/kit/index.ts'
import { useDensity } from '../../layout/density.ts'

export type Column = { name: string; field: Field; isSortable: boolean }
type Arranged = { order: string[]; hidden: string[] }

const none: Arranged = { order: [], hidden: [] }

const arrange = (
  { list, fields, sortable }: Pick<AnyResource, 'list' | 'fields' | 'sortable'>,
  { order, hidden }: Arranged,
) => {
  const [first] = list
  const known = order.filter(it => list.includes(it))
  const ordered = [...known, ...list.filter(it => !known.includes(it))]
  const all = ordered.map((name): Column => ({
    name,
    field: fields[name]!,
    isSortable: sortable.includes(name),
  }))
  // The first column says what a row is: it can't be hidden.
  return { ordered, all, first, shown: all.filter(({ name }) => name === first || !hidden.includes(name)) }
}

/** Which columns, in which order, and how dense: remembered for each user and list. Columns added later stand last. */
export const useColumns = ({ list, fields, sortable }: AnyResource, storeKey: string) => {
  const [arranged, setArranged] = useStore<Arranged>(`${storeKey}.columns`, none)
  const [density, setDensity] = useDensity()
  const { ordered, all, shown, first } = useMemo(
    () => arrange({ list, fields, sortable }, arranged),
    [list, fields, sortable, arranged],
  )
  return {
    all,
    shown,
    first,
    density,
    setDensity,
    isHidden: (name: string) => arranged.hidden.includes(name),
    toggle: (name: string) =>
      setArranged({
        order: ordered,
        hidden: arranged.hidden.includes(name)
          ? arranged.hidden.filter(it => it !== name)
          : [...arranged.hidden, name],
      }),
    move: (name: string, by: -1 | 1) => {
      const from = ordered.indexOf(name)
      const to = from + by
      if (to < 0 || to >= ordered.length) return
      setArranged({ ...arranged, order: ordered.toSpliced(from, 1).toSpliced(to, 0, name) })
    },
    reset: () => setArranged(none),
  }
}

export type Columns = ReturnType<typeof useColumns>
