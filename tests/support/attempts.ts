/** A failed test, a file that could not be run, or an error outside any file (`file` is empty). */
export type Failure = { file: string; text: string }

/** The result of one run of a test runner. */
export type Attempt = { isPassed: boolean; failures: Failure[] }

/**
 * `unsteady`: failed at first and passed in the second run. `skipped`: the machine lacks what the step needs.
 */
export type Outcome = 'passed' | 'unsteady' | 'failed' | 'skipped'

/** With more failed files than this, nothing is run again: such a failure is hardly accidental. */
const MAX_REPEATED_FILES = 3

/** Runs the tests, and the files with failures once more, to tell an unsteady test from a broken one. */
export const runTwiceOnFailure = async (
  attempt: (number: 1 | 2, onlyFiles: string[]) => Promise<Attempt>,
): Promise<{ outcome: Outcome; reports: string[] }> => {
  const report = (mark: string, { failures }: Attempt): string[] =>
    failures.map(({ file, text }) => `${mark} ${file} · ${text}`)
  const first = await attempt(1, [])
  if (first.isPassed) return { outcome: 'passed', reports: [] }
  const files = [...new Set(first.failures.map(failure => failure.file))]
  // What happened outside of the files can't be run again.
  if (files.length === 0 || files.includes('') || files.length > MAX_REPEATED_FILES)
    return { outcome: 'failed', reports: report('✗', first) }
  const second = await attempt(2, files)
  if (second.isPassed)
    return { outcome: 'unsteady', reports: report('unsteady, passed when run again:', first) }
  return { outcome: 'failed', reports: [...report('✗', first), ...report('✗ when run again:', second)] }
}

/**
 * An unsteady test is a defect of the product or of the test, so it is acceptable only on explicit request.
 */
export const isAcceptable = (
  outcome: Outcome,
  { toleratesUnsteady }: { toleratesUnsteady: boolean },
): boolean => outcome === 'passed' || (outcome === 'unsteady' && toleratesUnsteady)
