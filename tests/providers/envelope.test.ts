import { describe, expect, test } from 'vitest'

import { CallError, openEnvelope, errorSentence } from '../../providers/envelope.ts'
import { chinese } from '../../resources/kit/translate.ts'
import { languageOf } from '../../resources/locales/catalogue.ts'

// Promise Q63 (server/promises.md).

const refusalOf = (text: string, status = 200) => {
  try {
    return openEnvelope(text, status)
  } catch (error) {
    return error as CallError
  }
}

test('opens an envelope with the code 200', () => {
  expect(openEnvelope('{"code":"200","message":"操作成功","data":{"id":1}}', 200)).toEqual({ id: 1 })
  expect(openEnvelope('{"code":200,"data":null}', 200)).toBeNull()
})

test.each(['', 'null', '[]', '"200"', '{"data":1}', '{"code":null}', '<html>502</html>'])(
  'reports %j as non-standard content',
  text => {
    expect(refusalOf(text)).toMatchObject({ code: '-99', message: 'server returned non-standard content' })
    expect(errorSentence(refusalOf(text), chinese.translate)).toBe('服务器返回了非标准内容')
  },
)

test.each([
  ['<html><body>404 Not Found</body></html>', 404],
  ['{"timestamp":1,"status":404,"error":"Not Found","path":"/x"}', 404],
  ['<html>Internal Server Error</html>', 500],
  ['', 405],
])('reports %j with status %i as non-standard content', (text, status) => {
  expect(refusalOf(text, status)).toMatchObject({ code: '-99', httpStatus: status })
})

test('names the call in development', () => {
  const error = refusalOf('<html></html>') as CallError
  error.call = 'GET /lawyer/pageList'
  expect(errorSentence(error, chinese.translate)).toBe('服务器返回了非标准内容（GET /lawyer/pageList）')
})

test('reports the error page of a proxy as a failed connection', () => {
  expect(refusalOf('<html>502 Bad Gateway</html>', 502)).toMatchObject({ code: '-1', message: '服务异常' })
})

test('passes the server’s message on, whatever the status', () => {
  const refusal = refusalOf(
    '{"code":"4091","message":"当前状态不允许此操作","data":{"from":1},"requestId":"01J"}',
    409,
  )
  expect(refusal).toMatchObject({ code: '4091', data: { from: 1 }, requestId: '01J' })
  expect(errorSentence(refusal, chinese.translate)).toBe('当前状态不允许此操作')
})

test('gives field errors the format of react-admin', () => {
  const errors = { mobile: '请输入正确的手机号' }
  const refusal = refusalOf(
    JSON.stringify({ code: '4220', message: '请检查填写内容', data: { errors } }),
  ) as CallError
  expect(Object.hasOwn(refusal, 'body')).toBe(true)
  expect(refusal.body.errors).toEqual(errors)
})

test('never shows technical messages', () => {
  expect(errorSentence(new TypeError('x is undefined'), chinese.translate)).toBe(
    '页面出了点问题，请刷新后重试',
  )
})

describe('an answer that the server translated', () => {
  const answer = (i18n: unknown) =>
    openEnvelope(
      JSON.stringify({
        code: '200',
        data: { rows: [{ 'a/b': 'Enter name' }], lines: 'Enter name\n张三', name: 'Enter name' },
        i18n,
      }),
      200,
    )
  const enter = { key: '请输入%{label}', values: { label: '姓名' } }

  test('is restored to Chinese, to be translated when it is drawn', () => {
    const joinedLines = { joint: '\n', parts: [enter, { key: '张三', values: {} }] }
    const read = answer({ data: { '/rows/0/a~1b': enter, '/lines': joinedLines } })
    expect(read).toEqual({
      rows: [{ 'a/b': '请输入姓名' }],
      lines: '请输入姓名\n张三',
      name: 'Enter name',
    })
    const german = languageOf(
      'de-DE',
      { '请输入%{label}': 'Enter %{label}', 姓名: 'Name' },
      { '请输入%{label}': '%{label} eingeben' },
    )
    expect(german.translate('请输入姓名')).toBe('Name eingeben')
  })

  test.each([
    undefined,
    { data: 'text' },
    {
      data: {
        '/rows/1/x': enter,
        '/__proto__/x': enter,
        '/name': { key: 1 },
        '/lines': { key: 'x', values: [] },
      },
    },
  ])('stays as it came with %j', i18n => {
    expect(answer(i18n)).toEqual({
      rows: [{ 'a/b': 'Enter name' }],
      lines: 'Enter name\n张三',
      name: 'Enter name',
    })
  })
})

describe('a message with key and values', () => {
  const english = languageOf('en-US', {
    '请输入%{label}': 'Enter %{label}',
    姓名: 'Name',
    '有 %{count} 张名片': '%{count} card |||| %{count} cards',
  })

  const answer = (i18n: unknown) =>
    refusalOf(
      JSON.stringify({ code: '4220', message: 'beliebig', data: { errors: { name: 'beliebig' } }, i18n }),
    ) as CallError

  test('becomes Chinese, to be translated when it is drawn', () => {
    const refusal = answer({
      message: { key: '有 %{count} 张名片', values: { count: '3' } },
      errors: { name: { key: '请输入%{label}', values: { label: '姓名' } } },
    })
    expect(refusal.message).toBe('有 3 张名片')
    expect(errorSentence(refusal, english.translate)).toBe('3 cards')
    expect(english.translate(refusal.body.errors!['name']!)).toBe('Enter name')
  })

  test.each([
    undefined,
    'text',
    { message: 1, errors: [] },
    { message: { key: 'unknown', values: {} }, errors: { name: { key: '请输入%{label}', values: [] } } },
  ])('falls back to the plain message with %j', i18n => {
    const { message, body } = answer(i18n)
    expect([message, body.errors]).toEqual(['beliebig', { name: 'beliebig' }])
  })
})
