import { join } from 'node:path'

import { build } from 'vite'
import { expect, test } from 'vitest'

import { nameReader } from '../../server/services/directory/pinyin.ts'
import { openBrowser } from '../support/browser.ts'
import { manyNames } from '../support/manyNames.ts'

/** The order of names as a script for a page, which calls itself `order`. */
const script = async () => {
  const entry = join(import.meta.dirname, '../../providers/nameOrder.ts')
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, lib: { entry, formats: ['iife'], name: 'order' } },
  })
  const [{ output }] = built as { output: readonly { code?: string }[] }[] as [
    { output: readonly { code?: string }[] },
  ]
  return output.map(({ code = '' }) => code).join('\n')
}

type Order = typeof import('../../providers/nameOrder.ts')

test('a browser sorts names as the server, whose strokes and readings it knows', async () => {
  const browser = await openBrowser()
  try {
    const page = await browser.newPage()
    await page.addScriptTag({ content: await script() })
    const sorted = await page.evaluate(async names => {
      const { loadNameReadings, comparePeopleBy } = (globalThis as unknown as { order: Order }).order
      const compare = comparePeopleBy(await loadNameReadings())
      return names
        .map(name => ({ name }))
        .toSorted(compare)
        .map(it => it.name)
    }, manyNames)
    const keys = new Map(manyNames.map(name => [name, nameReader.sortKey(name)]))
    const onServer = manyNames.toSorted((one, other) => (keys.get(one)! < keys.get(other)! ? -1 : 1))
    expect(sorted).toEqual(onServer)
  } finally {
    await browser.close()
  }
})
