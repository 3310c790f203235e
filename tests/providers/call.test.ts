// @vitest-environment happy-dom
import { expect, test } from 'vitest'

import { callByName } from '../../providers/call.ts'
import { early } from '../../providers/early.ts'
import { registry } from '../../resources/index.ts'

test('a name that nobody declared throws 接口未定义', async () => {
  await expect(callByName('lawyers.fire', {})).rejects.toThrow('接口未定义')
  await expect(callByName('toString', {})).rejects.toThrow('接口未定义')
})

test.each(Object.entries(early))(
  '%s, called before the declarations arrive, is declared the same',
  (_, shape) => {
    const declared = Object.values(registry).map(({ method, path, encoding }) => ({ method, path, encoding }))
    expect(declared).toContainEqual(shape)
  },
)
