import { expect } from 'vitest'

import type { TestApp } from './app.ts'

/** Opens a link and consents, as a client does without an account. */
export const consentWith = async (app: TestApp, secret: string) => {
  const reader = 'r'.repeat(43)
  const receipt = secret.split('').toReversed().join('')
  const post = async (path: string, body: object) => {
    const response = await app.fetch(`/preview/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ secret, reader, ...body }),
    })
    expect(await response.json(), path).toMatchObject({ code: '200' })
  }
  await post('open', {})
  await post('decide', { decision: 1, name: '周敏', receipt })
}
