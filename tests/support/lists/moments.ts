/** A day in the firm's time zone (China), and the first and last moments of it and of its neighbours. */
export const testDay = '2026-03-10'
export const dayEdges = {
  before: new Date('2026-03-09T23:59:59.999+08:00'),
  first: new Date('2026-03-10T00:00:00.000+08:00'),
  last: new Date('2026-03-10T23:59:59.999+08:00'),
  after: new Date('2026-03-11T00:00:00.000+08:00'),
}
export const daysAround = { before: '2026-03-09', day: testDay, after: '2026-03-11' }

/** Two equal moments, two different ones and a missing one, as a column may hold them. */
export const sampleMoments = [
  dayEdges.first,
  dayEdges.last,
  dayEdges.first,
  null,
  dayEdges.after,
  dayEdges.before,
] as const
/** The same for a column that is never empty. */
export const nonNullMoments = sampleMoments.map(it => it ?? dayEdges.after)

export const cycle = <T>(values: readonly T[], index: number) => values[index % values.length]!
