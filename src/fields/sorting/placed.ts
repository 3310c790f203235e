/** A record with its place: the smaller number stands first. */
export type Placed<T> = { record: T; place: number }

const step = 10

/** A number between two neighbours; null when there is none left. */
const between = (above: number | undefined, below: number | undefined) => {
  const least = above === undefined ? 0 : above + 1
  const most = below === undefined ? least + step - 1 : below - 1
  return most < least ? null : Math.floor((least + most) / 2)
}

/**
 * Moves one of `list` and gives it a number that keeps it there. Only its own number changes where there is room between
 * its neighbours; otherwise all are numbered anew.
 */
export const placedAt = <T>(list: readonly Placed<T>[], from: number, to: number): Placed<T>[] => {
  const item = list[from]!
  const next = list.toSpliced(from, 1).toSpliced(to, 0, item)
  const place = between(next[to - 1]?.place, next[to + 1]?.place)
  const isSteady = next.every(
    (it, at) => at === 0 || at === to || at - 1 === to || next[at - 1]!.place <= it.place,
  )
  if (place !== null && isSteady) return next.with(to, { ...item, place })
  return next.map((it, at) => ({ ...it, place: (at + 1) * step }))
}
