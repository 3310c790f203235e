import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listUnsteady, overdueTests, runTwiceOnFailure } from './support/attempts.ts'
import type { Attempt } from './support/attempts.ts'
import { folderOfTest } from './support/folder.ts'
import { allTimes, type FileTime, type Report, summaryOfTimes } from './support/runReport.ts'
import { REPORT_FILE } from './support/runReporter.ts'

const passed: Attempt = { isPassed: true, failures: [] }
const failedIn = (...files: string[]): Attempt => ({
  isPassed: false,
  failures: files.map(file => ({ file, test: 'adds', text: `reason in ${file}` })),
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

test('a test that passes only in the second run is unsteady, with its reason', async () => {
  const { outcome, reports, unsteady, repeatedFiles } = await run(
    failedIn('a.test.ts', 'a.test.ts', 'b.test.ts'),
  )
  expect(outcome).toBe('unsteady')
  expect(repeatedFiles).toEqual([['a.test.ts', 'b.test.ts']])
  expect(reports.join('\n')).toContain('reason in a.test.ts')
  expect(unsteady.map(({ file }) => file)).toEqual(['a.test.ts', 'a.test.ts', 'b.test.ts'])
})

test('a test that fails twice fails the suite', async () => {
  const { outcome, reports, unsteady } = await run(failedIn('a.test.ts'), failedIn('a.test.ts'))
  expect(outcome).toBe('failed')
  expect(reports).toHaveLength(2)
  expect(unsteady).toEqual([])
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

test('an unsteady test is listed once with its date and cause, and is overdue after seven days', () => {
  const { failures } = failedIn('a.test.ts')
  const list = listUnsteady([], failures, '2026-11-20')
  expect(list).toEqual([
    { file: 'a.test.ts', test: 'adds', date: '2026-11-20', cause: 'reason in a.test.ts' },
  ])
  expect(listUnsteady(list, failures, '2026-11-25')).toEqual(list)
  expect(overdueTests(list, '2026-11-27')).toEqual([])
  expect(overdueTests(list, '2026-11-28')).toEqual(list)
})

test('the times of a run name each project, and the slowest files and tests first', () => {
  const fileOf = (project: string, name: string, seconds: number): FileTime => ({
    project,
    file: `${name}.test.ts`,
    seconds,
    tests: [{ name: `${name} adds`, seconds }],
  })
  const files = [fileOf('unit', 'a', 1), fileOf('server', 'b', 2), fileOf('unit', 'c', 4)]
  const summary = summaryOfTimes(files).join('\n')
  expect(summary).toMatch(/5\.0 s {2}unit: 2 files, 2 tests\n +2\.0 s {2}server: 1 files, 1 tests/)
  expect(summary).toMatch(/c\.test\.ts \(unit\)\n.*b\.test\.ts \(server\)\n.*a\.test\.ts/)
  expect(allTimes(files)[1]).toContain('c adds')
})

/** Runs test files with the given contents as the suite does, and gives what is reported of them. */
const reportOf = async (contents: Record<string, string>): Promise<Report> => {
  const folder = await folderOfTest('failures')
  const report = join(folder, 'report.json')
  for (const [name, text] of Object.entries(contents)) writeFileSync(join(folder, name), text)
  const reporter = join(import.meta.dirname, 'support/runReporter.ts')
  const args = ['run', '--root', folder, '--globals', '--reporter', reporter]
  const vitest = join(import.meta.dirname, '../node_modules/vitest/vitest.mjs')
  const env = { ...process.env, [REPORT_FILE]: report }
  expect(spawnSync(process.execPath, [vitest, ...args], { cwd: folder, env }).status).toBe(1)
  return JSON.parse(readFileSync(report, 'utf8'))
}

test('each way to fail is reported with its file and reason', async () => {
  const { failures, files } = await reportOf({
    'assertion.test.js': `test('adds', () => { expect(1 + 1, 'the sum').toBe(3) })`,
    'hook.test.js': `describe('a part', () => { beforeAll(() => { throw new Error('no database') }); test('runs', () => {}) })`,
    'module.test.js': `throw new Error('no such module')`,
    'rejection.test.js': `test('passes', async () => { Promise.reject(new Error('nobody waited')); await new Promise(setImmediate) })`,
    'passing.test.js': `test('passes', () => {})`,
  })
  const textOf = (name: string) => failures.find(({ file }) => file === name)?.text
  expect(failures).toHaveLength(4)
  expect(files).toHaveLength(5)
  expect(textOf('assertion.test.js')).toMatch(/adds\n.*the sum/s)
  expect(textOf('hook.test.js')).toMatch(/a part\n.*no database/s)
  expect(textOf('module.test.js')).toContain('no such module')
  expect(textOf('rejection.test.js')).toMatch(/unhandled error.*nobody waited/s)
})
