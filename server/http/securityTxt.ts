import { Hono } from 'hono'

/** The contact for reports of vulnerabilities, and the policy for them. */
type SecurityContact = { contact: string; policy: string | undefined; publicUrl: string | undefined }

const DAY_MS = 24 * 3_600_000
/** RFC 9116 recommends less than a year; the expiry date is computed anew for every request. */
const validDays = 90

/** `/.well-known/security.txt` (RFC 9116), for installations with a configured contact. */
export const securityTxt = ({ contact, policy, publicUrl }: SecurityContact, now: () => Date): Hono => {
  const path = '/.well-known/security.txt'
  const lines = () => [
    `Contact: ${contact}`,
    `Expires: ${new Date(now().getTime() + validDays * DAY_MS).toISOString()}`,
    'Preferred-Languages: zh, en',
    ...(policy ? [`Policy: ${policy}`] : []),
    ...(publicUrl ? [`Canonical: ${new URL(path, publicUrl).href}`] : []),
  ]
  return new Hono().get(path, http => http.text(`${lines().join('\n')}\n`))
}
