import { expect, test } from 'vitest'

import { servedCalls } from '../../server/routes/served.ts'
import { specificationCalls } from './specificationCalls.ts'

test('every call of the specification is served', () => {
  const answered = new Set<string>(servedCalls.map(({ call }) => `${call.method} ${call.path}`))
  expect(specificationCalls.map(([row]) => row).filter(row => !answered.has(row))).toEqual([])
})
