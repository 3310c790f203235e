/** A day of the firm, in China, and the moments at which it and the next begin and end. */
export const day = '2026-03-10'
export const edges = {
  before: new Date('2026-03-09T23:59:59.999+08:00'),
  first: new Date('2026-03-10T00:00:00.000+08:00'),
  last: new Date('2026-03-10T23:59:59.999+08:00'),
  after: new Date('2026-03-11T00:00:00.000+08:00'),
}
export const daysAround = { before: '2026-03-09', day, after: '2026-03-11' }

/** Two alike, two apart and none: what a column of moments holds. */
export const moments = [edges.first, edges.last, edges.first, null, edges.after, edges.before] as const
/** The same where there is always one. */
export const always = moments.map(it => it ?? edges.after)

export const turn = <T>(values: readonly T[], index: number) => values[index % values.length]!
