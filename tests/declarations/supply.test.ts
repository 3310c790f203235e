import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'
import { z } from 'zod'

import { runScript } from '../support/script.ts'

// Promise Q65 (server/promises.md).

const root = join(import.meta.dirname, '../..')
const read = <S extends z.ZodType>(name: string, shape: S) =>
  shape.parse(JSON.parse(readFileSync(join(root, name), 'utf8')))

const lock = read(
  'package-lock.json',
  z.object({
    packages: z.record(z.string(), z.object({ name: z.string().optional(), version: z.string() })),
  }),
)

test('the bill of materials names every package of the lock file with its version, and no other', async () => {
  const { output } = await runScript('sbom')
  const bill = z
    .object({ bomFormat: z.literal('CycloneDX'), components: z.array(z.object({ 'bom-ref': z.string() })) })
    .parse(JSON.parse(output))
  const listed = new Set(bill.components.map(it => it['bom-ref'].split('|')[0]!))
  const locked = Object.entries(lock.packages)
    .filter(([path]) => path !== '')
    .map(
      ([path, { name, version }]) =>
        `${name ?? path.slice(path.lastIndexOf('node_modules/') + 13)}@${version}`,
    )
  expect([...listed].toSorted()).toEqual([...new Set(locked)].toSorted())
})
