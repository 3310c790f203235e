import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, SerializedError, TestModule, Vitest } from 'vitest/node'
import type { Failure } from './attempts.ts'

/** The environment variable with the path of the file in which the reporter writes its list of `Failure`. */
export const FAILURES_FILE = 'TEST_FAILURES_FILE'

const textOf = ({ message, stack }: SerializedError): string =>
  // The stack of an error begins with its message, but that of an assertion may not.
  stack?.includes(message) ? stack : [message, stack].filter(Boolean).join('\n')

const failuresOf = (module: TestModule, file: string): Failure[] => {
  const tasks = [...module.children.allTests(), ...module.children.allSuites()]
  const failed = tasks.flatMap(task => {
    const errors = task.type === 'test' ? (task.result().errors ?? []) : task.errors()
    return errors.length > 0 ? [{ file, text: [task.fullName, ...errors.map(textOf)].join('\n') }] : []
  })
  return [...module.errors().map(error => ({ file, text: textOf(error) })), ...failed]
}

/**
 * Writes all failures of a run: of tests, suites and files, and the unhandled errors, which vitest's `json` reporter leaves
 * out although they fail the run. An unhandled error outside any test file has an empty `file`.
 */
export default class FailureReporter implements Reporter {
  #root = ''

  onInit(vitest: Vitest): void {
    this.#root = vitest.config.root
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    const failures = modules.flatMap(module => failuresOf(module, relative(this.#root, module.moduleId)))
    for (const error of unhandledErrors) {
      const { VITEST_TEST_PATH: path, VITEST_TEST_NAME: test } = error
      const file = typeof path === 'string' ? relative(this.#root, path) : ''
      const place = typeof test === 'string' ? ` in or after "${test}"` : ''
      failures.push({ file, text: `unhandled error${place}\n${textOf(error)}` })
    }
    const target = process.env[FAILURES_FILE]
    if (target) writeFileSync(target, JSON.stringify(failures))
  }
}
