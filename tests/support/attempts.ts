/** One failed test, or one file that could not be run at all. */
export type Failure = { file: string; text: string }

/** What one run of a test runner came to. `failures` is empty where the runner itself did not come to its end. */
export type Attempt = { isPassed: boolean; failures: Failure[] }

/** `unsteady`: failed at first and passed when it was run again. `skipped`: the machine lacks what the step needs. */
export type Outcome = 'passed' | 'unsteady' | 'failed' | 'skipped'

/** Above this number of files a failure is not taken for an accident of the moment, and nothing is run again. */
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
  if (files.length === 0 || files.length > MAX_REPEATED_FILES)
    return { outcome: 'failed', reports: report('✗', first) }
  const second = await attempt(2, files)
  if (second.isPassed)
    return { outcome: 'unsteady', reports: report('unsteady, passed when run again:', first) }
  return { outcome: 'failed', reports: [...report('✗', first), ...report('✗ when run again:', second)] }
}

/** An unsteady test is a defect of the product or of itself; only who says so explicitly goes on in spite of it. */
export const isAcceptable = (
  outcome: Outcome,
  { toleratesUnsteady }: { toleratesUnsteady: boolean },
): boolean => outcome === 'passed' || (outcome === 'unsteady' && toleratesUnsteady)
