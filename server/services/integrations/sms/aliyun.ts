import { createHash, createHmac } from 'node:crypto'

// Signature ACS3-HMAC-SHA256: help.aliyun.com/zh/sdk/product-overview/v3-request-structure-and-signature
// SendSms 2017-05-25: help.aliyun.com/zh/sms/developer-reference/api-dysmsapi-2017-05-25-sendsms

type AliyunRequest = {
  host: string
  action: string
  version: string
  query: Readonly<Record<string, string>>
  keyId: string
  secret: string
  now: Date
  nonce: string
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** RFC 3986 encoding; encodeURIComponent leaves five characters that Aliyun encodes. */
const encodeRfc3986 = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, it => `%${it.charCodeAt(0).toString(16).toUpperCase()}`)

/** The query and the signed headers of a POST to `/` without a body. */
export const signAliyun = ({ host, action, version, query, keyId, secret, now, nonce }: AliyunRequest) => {
  const headers = {
    host,
    'x-acs-action': action,
    'x-acs-content-sha256': sha256(''),
    'x-acs-date': `${now.toISOString().slice(0, 19)}Z`,
    'x-acs-signature-nonce': nonce,
    'x-acs-version': version,
  }
  const names = Object.keys(headers).join(';')
  const search = Object.entries(query)
    .map(([name, value]) => `${encodeRfc3986(name)}=${encodeRfc3986(value)}`)
    .toSorted()
    .join('&')
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`)
  const canonical = ['POST', '/', search, lines.join(''), names, sha256('')].join('\n')
  const signature = createHmac('sha256', secret)
    .update(`ACS3-HMAC-SHA256\n${sha256(canonical)}`)
    .digest('hex')
  const authorization = `ACS3-HMAC-SHA256 Credential=${keyId},SignedHeaders=${names},Signature=${signature}`
  return { search, headers: { ...headers, authorization } }
}
