// @vitest-environment happy-dom
import { expect, test } from 'vitest'

import { callByName } from '../../providers/call.ts'
import { bootstrapCalls } from '../../providers/bootstrapCalls.ts'
import { singleSignOnCalls } from '../../providers/signOn.ts'
import { callNamed } from '../../resources/index.ts'

test('an undeclared name throws 接口未定义', async () => {
  await expect(callByName('lawyers.fire', {})).rejects.toThrow('接口未定义')
  await expect(callByName('toString', {})).rejects.toThrow('接口未定义')
})

test.each(Object.entries({ ...bootstrapCalls, ...singleSignOnCalls }))(
  'the bootstrap call %s equals its declaration',
  (_, shape) => {
    const { method, path, encoding } = callNamed(shape.name)
    expect(shape).toEqual({ name: shape.name, method, path, encoding })
  },
)
