import { describe, expect, test } from 'vitest'

import { answerOf } from '../../providers/backend/readAnswer.ts'
import { translateCode, translateInput, translateOutput } from '../../providers/backend/translate.ts'
import { callNamed } from '../../resources/index.ts'
import { backend } from '../guide/backend.ts'

const shape = (name: string) => {
  const { method, path, encoding } = callNamed(name)
  return { name, method, path, encoding }
}

describe('a back-end with its own names', () => {
  test('gets requests with its names', () => {
    const [route, sent] = translateInput(backend, shape('positions.page'), {
      pageNum: 2,
      pageSize: 50,
      keyword: '律',
      sortField: 'createdAt',
    })
    expect(route).toEqual({ method: 'GET', path: '/firm/post/page', encoding: 'json' })
    expect(sent).toEqual({ pageNo: 2, limit: 50, postName: '律', sortField: 'createTime' })
  })

  test('has its answers read by the declaration', () => {
    const rows = [{ postId: '7', postName: '律师', state: 'ON' }]
    const data = translateOutput(backend, shape('positions.page'), { rows, total: '1' })
    expect(answerOf(callNamed('positions.page'), data, {}, () => {})).toMatchObject({
      total: 1,
      records: [{ postId: 7, postName: '律师', enabled: '1' }],
    })
  })

  test('may serve a call at another path', () => {
    expect(translateInput(backend, shape('logs.msg.count'), {})[0].path).toBe('/message/unreadCount')
  })

  test.each([
    ['0', '200'],
    ['401', '4003'],
    ['4031', '4031'],
    ['toString', 'toString'],
  ])('its code %s becomes %s', (code, ours) => expect(translateCode(backend, code)).toBe(ours))
})

test('an empty mapping changes nothing', () => {
  const input = { pageNum: 1, nested: [{ createTime: 1 }] }
  expect(translateInput({}, shape('positions.page'), input)[1]).toBe(input)
  expect(translateOutput({}, shape('positions.page'), input)).toBe(input)
})
