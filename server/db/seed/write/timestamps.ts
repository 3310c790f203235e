const unitLengths = new Map([
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
])

/** A time, or a duration before now: -5m, -3h, -2d. */
export const timestampOf = (text: string, now: Date): Date => {
  const [, count, unit = ''] = /^-(\d+)([mhd])$/.exec(text) ?? []
  const length = unitLengths.get(unit)
  return length === undefined ? new Date(text) : new Date(now.getTime() - Number(count) * length)
}

type FixtureRemoval = { at: string; by: string }
type Remover = { key?: string | undefined; account: string; name: string }

/** The columns of a removed row; the removal counts as its last change. */
export const removalColumnsOf = (
  removed: FixtureRemoval | undefined,
  admins: readonly Remover[],
  now: Date,
) => {
  if (!removed) return {}
  const deletedAt = timestampOf(removed.at, now)
  const deletedBy = admins.find(({ key, account }) => (key ?? account) === removed.by)?.name ?? removed.by
  return { deletedAt, deletedBy, updatedAt: deletedAt, updatedByName: deletedBy }
}

export const timestampOrNull = (text: string | undefined, now: Date) =>
  text === undefined ? null : timestampOf(text, now)
