import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { lawyers } from '../../../server/db/tables.ts'
import { type FreshDatabase, freshDatabase } from '../../support/database.ts'
import { folderOfFile } from '../../support/folder.ts'
import { runServer } from '../../support/process.ts'

const folder = folderOfFile('seed')
let database: FreshDatabase

beforeAll(async () => void (database = await freshDatabase()))
afterAll(() => database.close())

const firm = {
  firmId: 7,
  name: '第七律师事务所',
  offices: [{ key: 'main', isMain: 1, name: '第七律师事务所' }],
  lawyers: [{ key: 'zhang', name: '张三', mobile: '13900000001', avatar: 'picture:portrait-1' }],
}

const seed = async (name: string, fixture: unknown) => {
  await writeFile(join(folder(), name), JSON.stringify(fixture))
  const env = { DATABASE_URL: database.url, DATA_DIR: join(folder(), 'data') }
  const command = runServer(env, { entry: 'dist-server/cli.js', args: ['seed', name], cwd: folder() })
  const { code } = await command.ended
  return { code, output: command.output(), errors: command.errors() }
}

test('writes a fixture with product pictures from any working directory', async () => {
  const { code, output, errors } = await seed('firm.json', { firms: [firm] })
  expect({ code, errors }).toEqual({ code: 0, errors: '' })
  expect(output).toContain('"firmId":7')
  const [lawyer] = await database.read(7, db => db.select().from(lawyers))
  expect(lawyer?.avatar).toMatch(/^\/api\/files\/7\/0\/[0-9a-f]{32}\.webp$/)
  const files = await readdir(join(folder(), 'data'), { recursive: true })
  expect(files.some(file => file.endsWith(lawyer?.avatar?.split('/').at(-1) ?? '?'))).toBe(true)
})

test('refuses an invalid fixture with the name of the field and writes nothing', async () => {
  const wrong = { ...firm, firmId: 8, cards: [{ lawyer: 'nobody' }] }
  const { code, errors } = await seed('wrong.json', { firms: [wrong] })
  expect(code).toBe(2)
  expect(errors).toMatch(/no such key in lawyers: nobody\s+→ at firms\[0\]\.cards\.lawyer/)
  expect(await database.read(8, db => db.$count(lawyers))).toBe(0)
})
