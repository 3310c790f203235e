import { afterAll, beforeAll, expect, test } from 'vitest'

import { startApp, type TestApp } from '../../support/app.ts'

let app: TestApp
beforeAll(async () => void (app = await startApp()))
afterAll(() => app.close())

const refusalIn = async (language: string | null) => {
  const response = await app.app.fetch(
    new Request('http://localhost/api/auth/lawyerLogin', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(language && { 'Accept-Language': language }) },
      body: JSON.stringify({ account: '', password: '', firmId: 1 }),
    }),
  )
  const { code, message, data } = (await response.json()) as {
    code: string
    message: string
    data: { errors: Record<string, string> }
  }
  return {
    code,
    message,
    errors: Object.values(data.errors),
    language: response.headers.get('Content-Language'),
  }
}

test('a refusal is said in the language that the client asks for, at each field too', async () => {
  const english = await refusalIn('en-GB,en;q=0.9')
  expect(english).toMatchObject({ code: '4220', language: 'en' })
  expect([english.message, ...english.errors].join()).not.toMatch(/\p{Script=Han}/u)
  expect(english.errors.length).toBeGreaterThan(0)
})

test.each([null, '*', 'zh-CN', 'de-DE'])('to %s it is said in Chinese', async language => {
  const { code, message, language: said } = await refusalIn(language)
  expect(code).toBe('4220')
  expect(said).toBe('zh-CN')
  expect(message).toMatch(/\p{Script=Han}/u)
})
