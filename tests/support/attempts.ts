import type { TestFailure } from './runReport.ts'

/** The result of one run of a test runner. */
export type Attempt = { isPassed: boolean; failures: TestFailure[] }

/**
 * `unsteady`: failed at first and passed in the second run. `skipped`: the machine lacks what the step needs.
 */
export type Outcome = 'passed' | 'unsteady' | 'failed' | 'skipped'

/** With more failed files than this, nothing is run again: such a failure is hardly accidental. */
const MAX_REPEATED_FILES = 3

type Result = { outcome: Outcome; reports: string[]; unsteady: TestFailure[] }

/** Runs the tests, and the files with failures once more, to tell an unsteady test from a broken one. */
export const runTwiceOnFailure = async (
  attempt: (number: 1 | 2, onlyFiles: string[]) => Promise<Attempt>,
): Promise<Result> => {
  const report = (mark: string, { failures }: Attempt): string[] =>
    failures.map(({ file, text }) => `${mark} ${file} · ${text}`)
  const first = await attempt(1, [])
  if (first.isPassed) return { outcome: 'passed', reports: [], unsteady: [] }
  const files = [...new Set(first.failures.map(failure => failure.file))]
  // What happened outside of the files can't be run again.
  if (files.length === 0 || files.includes('') || files.length > MAX_REPEATED_FILES)
    return { outcome: 'failed', reports: report('✗', first), unsteady: [] }
  const second = await attempt(2, files)
  if (second.isPassed) {
    const reports = report('unsteady, passed when run again:', first)
    return { outcome: 'unsteady', reports, unsteady: first.failures }
  }
  const reports = [...report('✗', first), ...report('✗ when run again:', second)]
  return { outcome: 'failed', reports, unsteady: [] }
}

/** A test of tests/unsteady.json: its first failure that a second run did not repeat, on a day like 2026-11-27. */
export type UnsteadyTest = { file: string; test: string; date: string; cause: string }

/** Days within which the cause of an unsteady test must be found and removed. */
const MAX_DAYS = 7
const DAY_MS = 86_400_000
const MAX_CAUSE_LENGTH = 300

const isSame = (one: { file: string; test: string }, other: { file: string; test: string }): boolean =>
  one.file === other.file && one.test === other.test

/** The list with the tests that were found to be unsteady; one that is listed already keeps its date. */
export const listUnsteady = (
  list: readonly UnsteadyTest[],
  found: readonly TestFailure[],
  today: string,
): UnsteadyTest[] => {
  const unlisted = found.filter(failure => !list.some(listed => isSame(listed, failure)))
  const added = unlisted.map(({ file, test, text }) => ({
    file,
    test,
    date: today,
    cause: text.slice(0, MAX_CAUSE_LENGTH),
  }))
  return [...list, ...added]
}

/** The tests that are listed for too long, each of which fails the suite even if it passes now. */
export const overdueTests = (list: readonly UnsteadyTest[], today: string): UnsteadyTest[] =>
  list.filter(({ date }) => Date.parse(today) - Date.parse(date) > MAX_DAYS * DAY_MS)
