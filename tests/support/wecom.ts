import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

// A stand-in for 企业微信, made from its documentation (构造企业微信登录链接, 构造网页授权链接, 获取access_token,
// 获取访问用户身份, 获取访问用户敏感信息, 读取成员).

export const corpId = 'ww0123456789abcdef'
export const agentId = '1000002'
export const corpSecret = 'the secret of an app of the corporation'

/** The addresses of 企业微信 itself. */
export const wecomAddresses = {
  endpoint: 'https://qyapi.weixin.qq.com',
  loginUrl: 'https://login.work.weixin.qq.com/wwlogin/sso/login',
  authorizeUrl: 'https://open.weixin.qq.com/connect/oauth2/authorize',
}

/** A message as message/send takes it. */
export type SentMessage = {
  touser: string
  agentid: number
  msgtype: string
  template_card: {
    card_type: string
    task_id: string
    main_title: { title: string }
    sub_title_text: string
    horizontal_content_list: { keyname: string; value: string }[]
    card_action: { type: number; url: string }
    button_list?: { text: string; type: number; key?: string; url?: string }[]
  }
}

type Member = {
  userid?: string
  /** Told by user/get and, with the person's consent, by getuserdetail. */
  mobile?: string
}

const refusal = (errcode: number, errmsg: string) => ({ errcode, errmsg })

/** The page with a code to scan, on which the test chooses who scans it. */
const page = (query: URLSearchParams) => `<!doctype html><html lang="zh"><title>企业微信</title>
<form action="/scan">${[...query].map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`).join('')}
<label>成员<input name="member"></label><button>扫码</button></form></html>`

const readJson = async (request: IncomingMessage) => {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(Buffer.from(piece as Uint8Array))
  return JSON.parse(Buffer.concat(pieces).toString() || '{}') as Record<string, string>
}

export const startWecom = async () => {
  const members = new Map<string, Member>()
  const codes = new Map<string, { member: string; isInApp: boolean }>()
  const tokens = new Set<string>()
  const asked: string[] = []
  /** What message/send was asked to send. */
  const sent: SentMessage[] = []
  /** What interfaces answer instead, by their names. */
  const refusals = new Map<string, ReturnType<typeof refusal>>()
  let count = 0

  /** What 企业微信 leads back with. */
  const codeFor = (member: string, isInApp: boolean) => {
    const code = `CODE${(count += 1)}`
    codes.set(code, { member, isInApp })
    return code
  }

  const interfaceOf: Record<
    string,
    (query: URLSearchParams, body: Record<string, string>) => Record<string, unknown>
  > = {
    gettoken: query => {
      if (query.get('corpid') !== corpId || query.get('corpsecret') !== corpSecret)
        return refusal(40001, 'invalid credential')
      const token = `TOKEN${(count += 1)}`
      tokens.add(token)
      return { ...refusal(0, 'ok'), access_token: token, expires_in: 7200 }
    },
    'auth/getuserinfo': query => {
      const code = query.get('code') ?? ''
      const scanned = codes.get(code)
      codes.delete(code)
      if (!scanned) return refusal(40029, 'invalid code')
      const { userid } = members.get(scanned.member) ?? {}
      if (!userid) return { ...refusal(0, 'ok'), openid: 'OPENID', external_userid: 'EXTERNAL' }
      return {
        ...refusal(0, 'ok'),
        userid,
        ...(scanned.isInApp && { user_ticket: `TICKET-${scanned.member}`, expires_in: 1800 }),
      }
    },
    'auth/getuserdetail': (_, { user_ticket: ticket = '' }) => {
      const member = members.get(ticket.replace(/^TICKET-/, ''))
      return member ? { ...refusal(0, 'ok'), ...member, gender: '1' } : refusal(40065, 'invalid user_ticket')
    },
    // 手机号获取userid (path/95402), 发送应用消息 (path/90236).
    'user/getuserid': (_, { mobile }) => {
      const member = [...members.values()].find(it => it.mobile === mobile)
      return member ? { ...refusal(0, 'ok'), userid: member.userid } : refusal(46004, 'no such user')
    },
    'message/send': (_, body) => {
      const message = Object(body) as SentMessage
      const isKnown = [...members.values()].some(({ userid }) => userid === message.touser)
      if (!isKnown) return { ...refusal(0, 'ok'), invaliduser: message.touser, msgid: 'MSG' }
      sent.push(message)
      return { ...refusal(0, 'ok'), msgid: `MSG${(count += 1)}`, response_code: 'RESPONSE' }
    },
    'user/get': query => {
      const member = [...members.values()].find(({ userid }) => userid === query.get('userid'))
      return member ? { ...refusal(0, 'ok'), ...member } : refusal(60111, 'userid not found')
    },
  }

  const answerInterface = async (name: string, query: URLSearchParams, request: IncomingMessage) => {
    asked.push(name)
    const refused = refusals.get(name)
    if (refused) return refused
    const answer = interfaceOf[name]
    if (!answer) return refusal(-1, 'no such interface')
    if (name !== 'gettoken' && !tokens.has(query.get('access_token') ?? ''))
      return refusal(42001, 'access_token expired')
    return answer(query, await readJson(request))
  }

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://localhost')
    const [, name] = /^\/cgi-bin\/(.+)$/.exec(pathname) ?? []
    if (name)
      return response
        .writeHead(200, { 'content-type': 'application/json; charset=UTF-8' })
        .end(JSON.stringify(await answerInterface(name, query, request)))
    if (pathname === '/scan') {
      const back = new URL(query.get('redirect_uri') ?? '')
      back.searchParams.set('code', codeFor(query.get('member') ?? '', query.has('scope')))
      back.searchParams.set('state', query.get('state') ?? '')
      back.searchParams.set('appid', query.get('appid') ?? '')
      return response.writeHead(302, { location: back.href }).end()
    }
    return response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page(query))
  }

  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
  const { port }: AddressInfo = Object(server.address())
  const url = `http://127.0.0.1:${port}`
  return {
    addresses: {
      endpoint: url,
      loginUrl: `${url}/wwlogin/sso/login`,
      authorizeUrl: `${url}/connect/oauth2/authorize`,
    },
    members,
    refusals,
    asked,
    sent,
    codeFor,
    /** Makes every token invalid, as a second gettoken elsewhere does. */
    expireTokens: () => tokens.clear(),
    close: () =>
      new Promise<void>(resolve => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
