import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isAcceptable, runTwiceOnFailure } from './support/attempts.ts'
import type { Attempt, Failure } from './support/attempts.ts'
import { FAILURES_FILE } from './support/failureReporter.ts'
import { folderOfTest } from './support/folder.ts'

const passed: Attempt = { isPassed: true, failures: [] }
const failedIn = (...files: string[]): Attempt => ({
  isPassed: false,
  failures: files.map(file => ({ file, text: `reason in ${file}` })),
})

const run = async (first: Attempt, second: Attempt = passed) => {
  const repeatedFiles: string[][] = []
  const result = await runTwiceOnFailure(async (number, onlyFiles) => {
    if (number === 1) return first
    repeatedFiles.push(onlyFiles)
    return second
  })
  return { ...result, repeatedFiles }
}

test('a test that passes only in the second run fails the suite with its reason', async () => {
  const { outcome, reports, repeatedFiles } = await run(failedIn('a.test.ts', 'a.test.ts', 'b.test.ts'))
  expect(outcome).toBe('unsteady')
  expect(repeatedFiles).toEqual([['a.test.ts', 'b.test.ts']])
  expect(reports.join('\n')).toContain('reason in a.test.ts')
  expect(isAcceptable(outcome, { toleratesUnsteady: false })).toBe(false)
  expect(isAcceptable(outcome, { toleratesUnsteady: true })).toBe(true)
})

test('a test that fails twice fails the suite even if unsteady tests are tolerated', async () => {
  const { outcome, reports } = await run(failedIn('a.test.ts'), failedIn('a.test.ts'))
  expect(outcome).toBe('failed')
  expect(reports).toHaveLength(2)
  expect(isAcceptable(outcome, { toleratesUnsteady: true })).toBe(false)
})

test('many failed files are not run again', async () => {
  const { outcome, repeatedFiles } = await run(failedIn('a', 'b', 'c', 'd'))
  expect(outcome).toBe('failed')
  expect(repeatedFiles).toEqual([])
})

test('an error outside any file fails the suite with its reason', async () => {
  const { outcome, reports, repeatedFiles } = await run(failedIn('a.test.ts', ''))
  expect(outcome).toBe('failed')
  expect(repeatedFiles).toEqual([])
  expect(reports).toHaveLength(2)
})

/** Runs test files with the given contents as the suite does, and gives the failures that are reported. */
const reportedFailures = async (contents: Record<string, string>): Promise<Failure[]> => {
  const folder = await folderOfTest('failures')
  const report = join(folder, 'report.json')
  for (const [name, text] of Object.entries(contents)) writeFileSync(join(folder, name), text)
  const reporter = join(import.meta.dirname, 'support/failureReporter.ts')
  const args = ['run', '--root', folder, '--globals', '--reporter', reporter]
  const vitest = join(import.meta.dirname, '../node_modules/vitest/vitest.mjs')
  const env = { ...process.env, [FAILURES_FILE]: report }
  expect(spawnSync(process.execPath, [vitest, ...args], { cwd: folder, env }).status).toBe(1)
  return JSON.parse(readFileSync(report, 'utf8'))
}

test('each way to fail is reported with its file and reason', async () => {
  const failures = await reportedFailures({
    'assertion.test.js': `test('adds', () => { expect(1 + 1, 'the sum').toBe(3) })`,
    'hook.test.js': `describe('a part', () => { beforeAll(() => { throw new Error('no database') }); test('runs', () => {}) })`,
    'module.test.js': `throw new Error('no such module')`,
    'rejection.test.js': `test('passes', async () => { Promise.reject(new Error('nobody waited')); await new Promise(setImmediate) })`,
    'passing.test.js': `test('passes', () => {})`,
  })
  const textOf = (name: string) => failures.find(({ file }) => file === name)?.text
  expect(failures).toHaveLength(4)
  expect(textOf('assertion.test.js')).toMatch(/adds\n.*the sum/s)
  expect(textOf('hook.test.js')).toMatch(/a part\n.*no database/s)
  expect(textOf('module.test.js')).toContain('no such module')
  expect(textOf('rejection.test.js')).toMatch(/unhandled error.*nobody waited/s)
})

test('a step that could not run fails the suite', () => {
  expect(isAcceptable('skipped', { toleratesUnsteady: true })).toBe(false)
})
