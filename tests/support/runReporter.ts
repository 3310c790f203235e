import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, SerializedError, TestModule, Vitest } from 'vitest/node'
import type { FileTime, Report, TestFailure } from './runReport.ts'

/** The environment variable with the path of the file in which the reporter writes its `Report`. */
export const REPORT_FILE = 'TEST_REPORT_FILE'

const textOf = ({ message, stack }: SerializedError): string =>
  // The stack of an error begins with its message, but that of an assertion may not.
  stack?.includes(message) ? stack : [message, stack].filter(Boolean).join('\n')

const failuresOf = (module: TestModule, file: string): TestFailure[] => {
  const tasks = [...module.children.allTests(), ...module.children.allSuites()]
  const failed = tasks.flatMap(task => {
    const errors = task.type === 'test' ? (task.result().errors ?? []) : task.errors()
    return errors.length > 0
      ? [{ file, test: task.fullName, text: [task.fullName, ...errors.map(textOf)].join('\n') }]
      : []
  })
  return [...module.errors().map(error => ({ file, test: '', text: textOf(error) })), ...failed]
}

const secondsOf = (milliseconds: number): number => milliseconds / 1000

const timeOf = (module: TestModule, file: string): FileTime => {
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } =
    module.diagnostic()
  const tests = [...module.children.allTests()]
  return {
    project: module.project.name,
    file,
    seconds: secondsOf(
      environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration,
    ),
    tests: tests.map(test => ({
      name: test.fullName,
      seconds: secondsOf(test.diagnostic()?.duration ?? 0),
    })),
  }
}

/**
 * Writes all failures of a run and the time of each file. The failures are those of tests, suites and files, and the unhandled
 * errors, which vitest's `json` reporter leaves out although they fail the run. An unhandled error outside any test file has an
 * empty `file`.
 */
export default class RunReporter implements Reporter {
  #root = ''

  onInit(vitest: Vitest): void {
    this.#root = vitest.config.root
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    const fileOf = (module: TestModule): string => relative(this.#root, module.moduleId)
    const failures = modules.flatMap(module => failuresOf(module, fileOf(module)))
    for (const error of unhandledErrors) {
      const { VITEST_TEST_PATH: path, VITEST_TEST_NAME: test } = error
      const file = typeof path === 'string' ? relative(this.#root, path) : ''
      const place = typeof test === 'string' ? ` in or after "${test}"` : ''
      failures.push({ file, test: '', text: `unhandled error${place}\n${textOf(error)}` })
    }
    const report: Report = { failures, files: modules.map(module => timeOf(module, fileOf(module))) }
    const target = process.env[REPORT_FILE]
    if (target) writeFileSync(target, JSON.stringify(report))
  }
}
