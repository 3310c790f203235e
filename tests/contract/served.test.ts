import { expect, test } from 'vitest'

import { served } from '../../server/engine/served.ts'
import { specificationCalls } from './specificationCalls.ts'

test('every call of the specification is served', () => {
  const answered = new Set<string>(served.map(({ call }) => `${call.method} ${call.path}`))
  expect(specificationCalls.map(([row]) => row).filter(row => !answered.has(row))).toEqual([])
})
