import { expect, test } from 'vitest'
import { isAcceptable, runTwiceOnFailure } from './support/attempts.ts'
import type { Attempt } from './support/attempts.ts'

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

test('a runner that stops without a report fails the suite', async () => {
  const { outcome, repeatedFiles } = await run({ isPassed: false, failures: [] })
  expect(outcome).toBe('failed')
  expect(repeatedFiles).toEqual([])
})

test('a step that could not run fails the suite', () => {
  expect(isAcceptable('skipped', { toleratesUnsteady: true })).toBe(false)
})
