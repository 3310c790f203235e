const unitLengths = new Map([
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
])

/** A time, or how long ago: -5m, -3h, -2d. */
export const timestampOf = (text: string, now: Date): Date => {
  const [, count, unit = ''] = /^-(\d+)([mhd])$/.exec(text) ?? []
  const length = unitLengths.get(unit)
  return length === undefined ? new Date(text) : new Date(now.getTime() - Number(count) * length)
}

export const timestampOrNull = (text: string | undefined, now: Date) =>
  text === undefined ? null : timestampOf(text, now)
