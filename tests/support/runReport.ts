/** A failed test or suite, a file that could not be run, or an error outside any file (`file` is empty). */
export type TestFailure = { file: string; test: string; text: string }

/** The time that a file took, with its imports; files run side by side, so these seconds are not those of a clock. */
export type FileTime = {
  project: string
  file: string
  seconds: number
  tests: readonly { name: string; seconds: number }[]
}

/** The result of one run of vitest. */
export type Report = { failures: TestFailure[]; files: FileTime[] }

const MOST_FILES = 15

const row = (seconds: number, text: string): string => `${seconds.toFixed(1).padStart(8)} s  ${text}`

const bySeconds = <T extends { seconds: number }>(items: readonly T[]): T[] =>
  items.toSorted((a, b) => b.seconds - a.seconds)

/** The seconds of each project, and its slowest files. */
export const summaryOfTimes = (files: readonly FileTime[]): string[] => {
  const projects = [...Map.groupBy(files, ({ project }) => project)].map(([project, ofProject]) => ({
    seconds: ofProject.reduce((sum, { seconds }) => sum + seconds, 0),
    text: `${project}: ${ofProject.length} files, ${ofProject.reduce((sum, { tests }) => sum + tests.length, 0)} tests`,
  }))
  return [
    'seconds of files by project (files run side by side):',
    ...bySeconds(projects).map(({ seconds, text }) => row(seconds, text)),
    `the ${MOST_FILES} slowest files:`,
    ...bySeconds(files)
      .slice(0, MOST_FILES)
      .map(({ seconds, file, project }) => row(seconds, `${file} (${project})`)),
  ]
}

/** Every file with its tests, the slowest first. */
export const allTimes = (files: readonly FileTime[]): string[] =>
  bySeconds(files).flatMap(({ seconds, file, project, tests }) => [
    row(seconds, `${file} (${project})`),
    ...bySeconds(tests).map(test => row(test.seconds, `  ${test.name}`)),
  ])
