import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

import { environment } from '../server/process/environment.ts'

const root = join(import.meta.dirname, '..')
const readme = readFileSync(join(root, 'README.md'), 'utf8')
const withoutBlocks = readme.replaceAll(/^```.*?^```$/gms, '')
const inlineCode = [...withoutBlocks.matchAll(/`([^`\n]+)`/g)].map(([, code]) => code!)
const { scripts }: { scripts: Record<string, string> } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
)

const isFolderOf = (path: string): boolean =>
  /^(resources|providers|src|server|tests|deploy|docs|public)\//.test(path)

test('each path of the README exists', () => {
  const paths = inlineCode.filter(code => isFolderOf(code) && !/[<>]/.test(code))
  expect(paths.length).toBeGreaterThan(20)
  const isThere = (path: string): boolean =>
    path.includes('*') ? globSync(path, { cwd: root }).length > 0 : existsSync(join(root, path))
  expect(paths.filter(path => !isThere(path))).toEqual([])
})

test('the tables of kinds are those that the README lists', () => {
  const files = globSync('{resources,providers,src,server}/**/*.{ts,tsx}', { cwd: root })
  const isTable = (file: string): boolean => {
    const text = readFileSync(join(root, file), 'utf8')
    const ofFields =
      /import [^;]*\bKind\b[^;]*from '[./]*(resources\/kit\/index|kit\/index|field)\.ts'/s.test(text)
    return ofFields && /\[K in Kind\]|Record<Kind,/.test(text)
  }
  const section = readme.split(/^##+ /m).find(text => text.startsWith('A kind of field'))!
  const listed = [...section.matchAll(/^\| `([^`]+)` \|/gm)].map(([, file]) => file!)
  expect(listed.toSorted()).toEqual(files.filter(isTable).toSorted())
})

test('each script that the README runs is one of package.json', () => {
  const names = [...readme.matchAll(/npm run (?:-\w+ )*(\w[\w:-]*)/g)].map(([, name]) => name!)
  expect(names.length).toBeGreaterThan(10)
  expect(names.filter(name => !(name in scripts))).toEqual([])
})

test('the README lists the environment that the server reads, and no more', () => {
  const section = readme.split(/^## /m).find(text => text.startsWith('Configuration'))!
  const rows = section.split('\n').filter(line => line.startsWith('| `'))
  const names = rows.flatMap(row => [...row.split('|')[1]!.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name!))
  // Set by tools around the server, and described in the text below the table.
  const inText = ['NODE_ENV']
  expect([...names, ...inText].toSorted()).toEqual(Object.keys(environment.shape).toSorted())
})
