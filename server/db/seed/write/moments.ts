const units = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/** A time, or how long ago: -5m, -3h, -2d. */
export const momentOf = (text: string, now: Date): Date => {
  const ago = /^-(\d+)([mhd])$/.exec(text)
  if (!ago) return new Date(text)
  const [, count, unit] = ago
  return new Date(now.getTime() - Number(count) * units[unit as keyof typeof units])
}

export const momentOrNull = (text: string | undefined, now: Date) =>
  text === undefined ? null : momentOf(text, now)
