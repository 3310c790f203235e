import { isSame } from '../resources/domain/sameness.ts'

/** The names whose values differ. */
export const changedNames = (
  names: readonly string[],
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
) => names.filter(name => !isSame(before[name], after[name]))
