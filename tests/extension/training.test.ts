import { expect, test } from 'vitest'

import { servedCalls } from '../../server/routes/served.ts'

test('the calls of an extension are served', () => {
  const names = servedCalls.map(it => it.name).filter(it => it.startsWith('training:'))
  expect(names).toMatchInlineSnapshot(`
    [
      "training:records.page",
      "training:records.one",
      "training:records.add",
      "training:records.update",
      "training:records.remove",
      "training:records.import",
      "training:records.export",
      "training:records.filterCounts",
    ]
  `)
})
