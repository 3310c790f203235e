import { expect, it } from 'vitest'

import { securityTxt } from '../../../server/http/securityTxt.ts'
import { readConfig } from '../../../server/process/config.ts'

it('names the contact for vulnerability reports', async () => {
  const { securityContact: contact, securityPolicy: policy } = readConfig({
    SECURITY_CONTACT: 'mailto:security@cards.example',
    SECURITY_POLICY: 'https://cards.example/security',
  })
  const app = securityTxt(
    { contact: contact!, policy, publicUrl: 'https://cards.example/web/' },
    () => new Date('2026-11-25T00:00:00Z'),
  )
  const answer = await app.request('/.well-known/security.txt')
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain/)
  expect(await answer.text()).toBe(`Contact: mailto:security@cards.example
Expires: 2027-02-23T00:00:00.000Z
Preferred-Languages: zh, en
Policy: https://cards.example/security
Canonical: https://cards.example/.well-known/security.txt
`)
})

it('accepts an e-mail, web or phone address as the contact', () => {
  expect(readConfig({}).securityContact).toBeUndefined()
  expect(() => readConfig({ SECURITY_CONTACT: 'security@cards.example' })).toThrow(/SECURITY_CONTACT/)
})
