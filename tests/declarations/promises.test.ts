import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

// This test itself proves promise Q66.

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const [promises = '', kept = ''] = read('server/promises.md').split('## Where each is kept')

const promiseIds = [...promises.matchAll(/^\| (Q\d{2}) \|/gm)].map(([, id]) => id!)
const rows = [...kept.matchAll(/^\| (Q\d{2}) \| `([^`]+)` \| `([^`]+)` \| `([^`]+)` \|$/gm)]

test('every promise is named in the code exactly once', () => {
  expect(promiseIds.length).toBeGreaterThan(60)
  expect(rows.map(([, id]) => id)).toEqual(promiseIds)
})

test.each(rows.map(([, id, code, proof, title]) => [id!, title!, code!, proof!] as const))(
  '%s is proven by “%s”',
  (_id, title, ...files) => {
    for (const file of files) expect(existsSync(join(root, file)), file).toBe(true)
    expect(read(files[1]), title).toContain(title)
  },
)

test('docs/security.md lists each topic with all of its promises', () => {
  const topics = promises
    .split(/^\| \*\*/m)
    .slice(1)
    .map(text => {
      const ids = [...text.matchAll(/^\| (Q\d{2}) \|/gm)].map(([, id]) => id!)
      return [text.slice(0, text.indexOf('**')), `${ids[0]} to ${ids.at(-1)}`]
    })
  const listed = [...read('docs/security.md').matchAll(/^\| (\w+) \| (Q\d{2} to Q\d{2}) \|/gm)]
  expect(listed.map(([, topic, ids]) => [topic, ids])).toEqual(topics)
})
