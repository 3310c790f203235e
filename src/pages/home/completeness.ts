import type { Summary } from './summary.ts'

/** Average completeness and numbers over all offices, weighted by their cards. */
export const averageCompleteness = (offices: Summary['offices']) => {
  const count = offices.reduce((sum, office) => sum + office.cards, 0)
  const points = offices.reduce((sum, office) => sum + office.cards * office.completeness, 0)
  return {
    average: count === 0 ? 0 : Math.round(points / count),
    incomplete: offices.reduce((sum, office) => sum + office.incomplete, 0),
    changed: offices.reduce((sum, office) => sum + (office.changed ?? 0), 0),
  }
}
