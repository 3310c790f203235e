// @vitest-environment happy-dom
import { expect, test } from 'vitest'

import { callByName } from '../../providers/call.ts'

test('an undeclared name throws 接口未定义', async () => {
  await expect(callByName('lawyers.fire', {})).rejects.toThrow('接口未定义')
  await expect(callByName('toString', {})).rejects.toThrow('接口未定义')
})
