import type { TestApp } from './app.ts'

/** Opens a link and consents, as a client does without an account. */
export const consentWith = async (app: TestApp, secret: string) => {
  const reader = 'r'.repeat(43)
  const receipt = secret.split('').toReversed().join('')
  const post = (path: string, body: object) =>
    app.fetch(`/preview/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ secret, reader, ...body }),
    })
  await post('open', {})
  await post('decide', { decision: 1, name: '周敏', receipt })
}
