import { expect, test } from 'vitest'

import { callNamed, registry } from '../../resources/index.ts'
import type { InputOf, OutputOf } from '../../resources/kit/index.ts'

// Code that the compiler must refuse. If one of these lines compiles, its directive is unused and the type check of
// this file fails.

test('calls are typed by name, with input and output', () => {
  type Registry = typeof registry
  // @ts-expect-error nothing is declared under this name
  type Unknown = Registry['offices.pages']
  const input: InputOf<Registry['offices.pageList']> = { keyword: '上海', status: 1 }
  // @ts-expect-error a status that offices do not have
  const wrong: InputOf<Registry['offices.pageList']> = { status: 9 }
  const count: OutputOf<Registry['logs.msg.count']> = 3
  // @ts-expect-error the count is a plain number
  const object: OutputOf<Registry['logs.msg.count']> = { count: 3 }
  expect([input, wrong, count, object, {} as unknown as Unknown]).toHaveLength(5)
  expect(callNamed('offices.pageList')).toBe(registry['offices.pageList'])
})
