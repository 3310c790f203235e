import { globSync, readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'

import { expect, test } from 'vitest'

import { runScript } from './support/script.ts'

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }

/** Scripts that are the runner of the tests, or that it runs before them. */
const ofRunner = ['test', 'test:all', 'check', 'build']

test('every script of package.json is run by a test', () => {
  const started = globSync('tests/**/*.test.ts').flatMap(file =>
    [...readFileSync(file, 'utf8').matchAll(/(?:run|start)Script\('([\w:-]+)'/g)].map(([, name]) => name!),
  )
  expect([...new Set([...started, ...ofRunner])].toSorted()).toEqual(Object.keys(scripts).toSorted())
})

/** Parts of measurements instead of measurements. */
const shared = ['bare', 'load', 'run']

test('npm run bench lists every measurement, and refuses another name', async () => {
  const names = readdirSync('tests/bench')
    .filter(file => file.endsWith('.ts'))
    .map(file => basename(file, '.ts'))
  const { code, output } = await runScript('bench')
  const listed = output
    .trim()
    .split('\n')
    .map(line => line.split(' ')[0]!)
  expect({ code, listed }).toEqual({ code: 0, listed: names.filter(it => !shared.includes(it)).toSorted() })
  const refused = await runScript('bench', { args: ['load'] })
  expect(refused).toMatchObject({ code: 1, output: '', errors: expect.stringContaining('firstLoad') })
})

test('npm run licences names the licence of each package', async () => {
  const { code, output } = await runScript('licences')
  expect(code).toBe(0)
  expect(output).toMatch(/^pg \d+\.\d+\.\d+\tMIT$/m)
})

test('npm run check-backend without an address says how it is used', async () => {
  const { code, errors } = await runScript('check-backend')
  expect(code).toBe(1)
  expect(errors).toContain('npm run check-backend -- <地址> <账号>')
})
