import { createHash, createHmac } from 'node:crypto'

// Signature TC3-HMAC-SHA256: cloud.tencent.com/document/api/382/52072
// SendSms 2021-01-11: cloud.tencent.com/document/api/382/55981

type TencentRequest = {
  host: string
  service: string
  action: string
  version: string
  region: string
  body: string
  keyId: string
  secret: string
  now: Date
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** The signed headers of a POST of JSON to `/`. */
export const signTencent = (request: TencentRequest) => {
  const { host, service, action, version, region, body, keyId, secret, now } = request
  const timestamp = String(Math.floor(now.getTime() / 1_000))
  const day = now.toISOString().slice(0, 10)
  const contentType = 'application/json; charset=utf-8'
  const signed = 'content-type;host;x-tc-action'
  const canonical = [
    'POST',
    '/',
    '',
    `content-type:${contentType}\nhost:${host}\nx-tc-action:${action.toLowerCase()}\n`,
    signed,
    sha256(body),
  ].join('\n')
  const scope = `${day}/${service}/tc3_request`
  const key = hmac(hmac(hmac(`TC3${secret}`, day), service), 'tc3_request')
  const signature = hmac(key, `TC3-HMAC-SHA256\n${timestamp}\n${scope}\n${sha256(canonical)}`).toString('hex')
  return {
    'content-type': contentType,
    host,
    'x-tc-action': action,
    'x-tc-version': version,
    'x-tc-region': region,
    'x-tc-timestamp': timestamp,
    authorization: `TC3-HMAC-SHA256 Credential=${keyId}/${scope}, SignedHeaders=${signed}, Signature=${signature}`,
  }
}
