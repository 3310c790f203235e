/** A record with its sort weight (`place`); smaller weights come first. */
export type RankedRecord<T> = { record: T; place: number }

const rankStep = 10

/** A weight between two neighbours; null if there is none. */
const rankBetween = (above: number | undefined, below: number | undefined) => {
  const min = above === undefined ? 0 : above + 1
  const max = below === undefined ? min + rankStep - 1 : below - 1
  return max < min ? null : Math.floor((min + max) / 2)
}

/**
 * Moves an item of the list and gives it a weight between its new neighbours. If there is no such weight, all items are
 * numbered again.
 */
export const moveRanked = <T>(
  list: readonly RankedRecord<T>[],
  from: number,
  to: number,
): RankedRecord<T>[] => {
  const item = list[from]!
  const next = list.toSpliced(from, 1).toSpliced(to, 0, item)
  const place = rankBetween(next[to - 1]?.place, next[to + 1]?.place)
  const isOrdered = next.every(
    (it, at) => at === 0 || at === to || at - 1 === to || next[at - 1]!.place <= it.place,
  )
  if (place !== null && isOrdered) return next.with(to, { ...item, place })
  return next.map((it, at) => ({ ...it, place: (at + 1) * rankStep }))
}
