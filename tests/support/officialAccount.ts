import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// A stand-in for the interface of a 公众号, made from its documentation (developers.weixin.qq.com/doc/service/api/public:
// freepublish_batchget and freepublishGetarticle; getStableAccessToken; read on 2026-11-29). It serves pictures too.

export const officialApp = { appId: 'wx00112233445566aa', secret: 'the secret of a 公众号' }

export type Article = {
  title: string
  author?: string
  digest?: string
  content?: string
  url?: string
  thumb_url?: string
  is_deleted?: boolean
}
type Message = { article_id: string; update_time: number; articles: Article[] }
type Asked = { path: string; body: Record<string, unknown> }

const refusal = (errcode: number, errmsg: string) => ({ errcode, errmsg })

/** Without the text, as `no_content` asks. */
const listed = ({ article_id, update_time, articles }: Message) => ({
  article_id,
  update_time,
  content: { news_item: articles.map(it => ({ is_deleted: false, ...it, content: undefined })) },
})

export const startOfficialAccount = async () => {
  const messages: Message[] = []
  const pictures = new Map<string, Buffer>()
  const asked: Asked[] = []
  /** What an interface answers instead, by its path. */
  const instead = new Map<string, object | string>()
  let token = 'token-1'

  const answerTo = (path: string, search: URLSearchParams, body: Record<string, unknown>): object => {
    if (path === '/cgi-bin/stable_token')
      return body['appid'] === officialApp.appId && body['secret'] === officialApp.secret
        ? { access_token: token, expires_in: 7200 }
        : refusal(40125, 'invalid appsecret')
    if (search.get('access_token') !== token) return refusal(40001, 'invalid credential')
    if (path === '/cgi-bin/freepublish/batchget') {
      const [offset, count] = [Number(body['offset']), Number(body['count'])]
      const item = messages.slice(offset, offset + count).map(listed)
      return { total_count: messages.length, item_count: item.length, item }
    }
    const found = messages.find(it => it.article_id === body['article_id'])
    return found
      ? { news_item: found.articles.map(it => ({ is_deleted: false, ...it })) }
      : refusal(53600, 'invalid article id')
  }

  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', piece => pieces.push(piece))
    request.on('end', () => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
      const picture = pictures.get(pathname)
      if (picture) return response.writeHead(200, { 'content-type': 'image/jpeg' }).end(picture)
      if (request.method === 'GET') return response.writeHead(404).end()
      const body = JSON.parse(Buffer.concat(pieces).toString()) as Record<string, unknown>
      asked.push({ path: pathname, body })
      const answer = instead.get(pathname) ?? answerTo(pathname, searchParams, body)
      const text = typeof answer === 'string' ? answer : JSON.stringify(answer)
      return response.writeHead(200, { 'content-type': 'application/json; encoding=utf-8' }).end(text)
    })
  })
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
  const { port }: AddressInfo = Object(server.address())
  const endpoint = `http://127.0.0.1:${port}`
  return {
    endpoint,
    asked,
    instead,
    publish: (id: string, articles: Article[], at = '2026-10-01T08:00:00Z') =>
      messages.unshift({ article_id: id, update_time: Date.parse(at) / 1_000, articles }),
    /** Serves a picture, and answers its address. */
    picture: (name: string, bytes: Buffer) => {
      pictures.set(`/${name}`, bytes)
      return `${endpoint}/${name}`
    },
    renewToken: () => {
      token = `${token}0`
    },
    stop: () => new Promise(resolve => void server.close(resolve)),
  }
}
