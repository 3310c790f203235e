import { afterAll, beforeAll, expect, test } from 'vitest'

import { startApp, type TestApp } from '../../support/app.ts'

let app: TestApp
beforeAll(async () => void (app = await startApp()))
afterAll(() => app.close())

type KeyedText = { key: string; values: Record<string, string> }
const filledText = ({ key, values }: KeyedText) =>
  key.replaceAll(/%\{(\w+)\}/g, (_, name: string) => values[name]!)

const refusalIn = async (language: string | null) => {
  const response = await app.app.fetch(
    new Request('http://localhost/api/auth/lawyerLogin', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(language && { 'Accept-Language': language }) },
      body: JSON.stringify({ account: '', password: '', firmId: 1 }),
    }),
  )
  const { code, message, data, i18n } = (await response.json()) as {
    code: string
    message: string
    data: { errors: Record<string, string> }
    i18n: { message: KeyedText; errors: Record<string, KeyedText> }
  }
  return {
    code,
    message,
    errors: Object.values(data.errors),
    i18n,
    written: { message: filledText(i18n.message), errors: Object.values(i18n.errors).map(filledText) },
    language: response.headers.get('Content-Language'),
  }
}

test('words a refusal, and each field error in it, in the language that the client asks for', async () => {
  const english = await refusalIn('en-GB,en;q=0.9')
  expect(english).toMatchObject({ code: '4220', language: 'en' })
  expect([english.message, ...english.errors].join()).not.toMatch(/\p{Script=Han}/u)
  expect(english.errors.length).toBeGreaterThan(0)
})

test.each([null, '*', 'zh-CN', 'de-DE'])('words a refusal in Chinese for %s', async language => {
  const { code, message, language: statedLanguage } = await refusalIn(language)
  expect(code).toBe('4220')
  expect(statedLanguage).toBe('zh-CN')
  expect(message).toMatch(/\p{Script=Han}/u)
})

test('sends the key and values beside each text in every language', async () => {
  const { i18n, message, errors, written } = await refusalIn(null)
  expect(errors.length).toBeGreaterThan(0)
  expect(written).toEqual({ message, errors })
  expect((await refusalIn('en')).i18n).toEqual(i18n)
})

test('passes the values of placeholders through untranslated', async () => {
  const response = await app.app.fetch(new Request('http://localhost/api/article/getList?name=1&name=2'))
  expect(await response.json()).toMatchObject({
    message: '参数 name 重复',
    i18n: { message: { key: '参数 %{name} 重复', values: { name: 'name' } } },
  })
})
