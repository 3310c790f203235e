import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { folderOfTest } from '../support/folder.ts'
import { runScript } from '../support/script.ts'

test('the description of the calls and their types have the calls and additional fields of extensions', async () => {
  const file = join(await folderOfTest('extendedOpenapi'), 'openapi.json')
  const env = { EXTENSIONS: 'examples/training' }
  expect(await runScript('openapi', { args: [file], env })).toMatchObject({ code: 0 })
  const { paths } = JSON.parse(await readFile(file, 'utf8')) as {
    paths: Record<string, Record<string, unknown>>
  }
  expect(Object.keys(paths['/x/training/records/{id}'] ?? {})).toEqual(['get', 'put', 'delete'])
  const [officeList, personUpdate] = [paths['/firmOrganization/pageList'], paths['/lawyer/update']]
  expect(JSON.stringify(officeList)).toContain('"training:costCentre"')
  expect(JSON.stringify(personUpdate)).toContain('"training:certifiedUntil"')
  const types = await readFile(file.replace('.json', '.d.ts'), 'utf8')
  expect(types.includes('"training:costCentre"?: ')).toBe(true)
  expect(types.includes('"POST /x/training/records": {')).toBe(true)
})
