import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { folderOfFile } from '../support/folder.ts'

const root = join(import.meta.dirname, '../..')
const folder = folderOfFile('newKind')

const compile = (cwd: string) =>
  new Promise<string>(resolve => {
    const compiler = join(root, 'node_modules/typescript/lib/tsc.js')
    execFile(process.execPath, [compiler, '-p', '.', '--pretty', 'false'], { cwd }, (_error, output) =>
      resolve(output),
    )
  })

test('the compiler requires what belongs to a new kind', async () => {
  await writeFile(
    join(folder(), 'newKind.ts'),
    `declare module '${root}/resources/kit/field.ts' {
  interface KindOptions {
    fabricated: { size: number }
  }
}
import '${root}/resources/domain/register.ts'
import type { KindDefinition } from '${root}/resources/kit/index.ts'
export const fabricatedKind: KindDefinition<'fabricated'> = { isNumeric: true }
`,
  )
  const compilerOptions = { incremental: false, tsBuildInfoFile: null, types: [] }
  const project = { extends: join(root, 'tsconfig.json'), compilerOptions, include: ['newKind.ts'] }
  await writeFile(join(folder(), 'tsconfig.json'), JSON.stringify(project))
  const errors = (await compile(folder())).split(/^(?=\S+\(\d+,\d+\): error )/m)
  // The compiler orders errors by their files' paths, which depend on where the temporary folder is.
  const isOfDefinition = (error: string) => error.includes('newKind.ts(')
  const inOrder = errors.toSorted((a, b) => Number(isOfDefinition(b)) - Number(isOfDefinition(a)))
  // Its cell and its input are required by the tables of `src/fields`, whose types are made from those of the kinds.
  expect(inOrder).toEqual([
    expect.stringMatching(
      /newKind\.ts\(.*missing the following properties.*: read, describe, comparison, sheetForm, examples/s,
    ),
    expect.stringMatching(/kinds\.ts\(.*Property 'fabricated' is missing/s),
  ])
})
