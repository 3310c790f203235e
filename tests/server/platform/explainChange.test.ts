import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { cloneOfTest } from '../../support/clone.ts'
import { runScript } from '../../support/script.ts'

const root = join(import.meta.dirname, '../../..')

test('npm run cli -- explain-change compares two folders, as Markdown and as JSON', async () => {
  const clone = await cloneOfTest()
  const file = join(clone, 'resources/positions.ts')
  const text = await readFile(file, 'utf8')
  await writeFile(
    file,
    text.replace("optional(text('备注', { max: 200,", "optional(text('备注', { max: 100,"),
  )
  const markdown = await runScript('cli', { args: ['explain-change', root, clone] })
  expect(markdown).toMatchObject({ code: 0, errors: '' })
  expect(markdown.output).toContain('- **positions.remark** 职位 / 备注: max: 100 instead of 200\n')
  expect(markdown.output).toContain('- **POST /firm/post**: input narrowed: `remark` has a maxLength')
  const json = await runScript('cli', { args: ['explain-change', clone, root, '--json'] })
  expect(JSON.parse(json.output)).toContainEqual({
    area: 'fields',
    change: 'changed',
    subject: 'positions.remark',
    label: '职位 / 备注',
    sentence: 'max: 200 instead of 100',
  })
})

test('npm run cli -- explain-change refuses a revision that there is not', async () => {
  const refused = await runScript('cli', { args: ['explain-change', 'no-such-revision'] })
  expect(refused).toMatchObject({ code: 2, output: '', errors: expect.stringContaining('no-such-revision') })
})
