import { z } from 'zod'

import type { AppSettings, OfficialArticle, Services } from '../../context/services.ts'
import type { ServerConfig } from '../../process/config.ts'
import { askProvider, jsonOf, ProviderError } from './provider.ts'
import {
  createWechatTokens,
  isTokenError,
  type Post,
  sentenceOf,
  type WechatRefusal,
} from './wechatTokens.ts'

// Articles that the firm's 公众号 has published (developers.weixin.qq.com/doc/service/api/public: freepublish_batchget,
// freepublishGetarticle; read on 2026-11-29). Messages that were sent to the followers (群发) are not among them, and the account
// must be a verified one.

const text = z.string().catch('')
const articleAnswer = z
  .object({
    title: text,
    author: text,
    digest: text,
    content: text,
    url: text,
    thumb_url: text,
    is_deleted: z.boolean().catch(false),
  })
  .transform((it): OfficialArticle => ({
    title: it.title,
    author: it.author,
    digest: it.digest,
    content: it.content,
    url: it.url,
    cover: it.thumb_url,
    isDeleted: it.is_deleted,
  }))
/** A message has at most eight articles. */
const articleList = z.array(articleAnswer).max(20)

const refusal = z.object({ errcode: z.int().default(0), errmsg: z.string().max(500).default('') })
const listAnswer = refusal.extend({
  total_count: z.int().min(0).default(0),
  item: z
    .array(
      z.object({
        article_id: z.string().min(1).max(200),
        content: z.object({ news_item: articleList }),
        update_time: z.int().min(0),
      }),
    )
    .max(20)
    .default([]),
})
const messageAnswer = refusal.extend({ news_item: articleList.default([]) })

/** What has to be done about the refusals that a firm meets. */
const remedies: Readonly<Record<number, string>> = {
  40164: '请把服务器的地址加入公众号的IP白名单',
  48001: '公众号没有这个接口的权限，须先完成微信认证',
  53600: '公众号中没有这篇内容，可能已删除',
}

const refused = (it: WechatRefusal) =>
  new ProviderError([remedies[it.errcode], sentenceOf(it)].filter(Boolean).join('：'))

/** The hosts of WeChat's pictures. */
const pictureHosts = ['mmbiz.qpic.cn', 'mmbiz.qlogo.cn']
const pictureTimeoutMs = 10_000

/** The address of a picture of WeChat's, encrypted; null for any other, so that the server fetches nothing else. */
const pictureAddress = (address: string, endpoint: string) => {
  const url = URL.parse(address)
  if (!url) return null
  if (url.origin === new URL(endpoint).origin) return url.href
  if (!pictureHosts.includes(url.host)) return null
  url.protocol = 'https:'
  return url.href
}

type Config = Pick<ServerConfig, 'wechatEndpoint'>

export const createOfficialAccount = ({ wechatEndpoint }: Config): Services['official'] => {
  const post: Post = async (path, body, understand) => {
    const headers = { 'content-type': 'application/json' }
    return understand(await askProvider(wechatEndpoint + path, { headers, body: JSON.stringify(body) }))
  }
  const { tokenFor, forget } = createWechatTokens({ post, refused })

  const attempt = async <S extends z.ZodType>(
    settings: AppSettings,
    name: string,
    body: object,
    shape: S,
  ) => {
    const token = encodeURIComponent(await tokenFor(settings))
    return post(`/cgi-bin/freepublish/${name}?access_token=${token}`, body, it => jsonOf(it, shape))
  }

  /** Asks with a token, and once more with a new one where it is not valid any more. */
  const ask = async <S extends z.ZodType<WechatRefusal>>(
    settings: AppSettings,
    name: string,
    body: object,
    shape: S,
  ): Promise<z.output<S>> => {
    let answer = await attempt(settings, name, body, shape)
    if (isTokenError(answer)) {
      forget(settings)
      answer = await attempt(settings, name, body, shape)
    }
    if (answer.errcode !== 0) throw refused(answer)
    return answer
  }

  return {
    published: async (settings, { from, most }) => {
      const body = { offset: from, count: most, no_content: 1 }
      const { total_count: total, item } = await ask(settings, 'batchget', body, listAnswer)
      const messages = item.map(({ article_id: id, content, update_time: seconds }) => ({
        id,
        updatedAt: new Date(seconds * 1_000),
        articles: content.news_item,
      }))
      return { total, messages }
    },
    articles: async (settings, messageId) =>
      (await ask(settings, 'getarticle', { article_id: messageId }, messageAnswer)).news_item,
    picture: async address => {
      const url = pictureAddress(address, wechatEndpoint)
      if (url === null) return null
      try {
        const { status, bytes } = await askProvider(url, { method: 'GET', headers: {} }, pictureTimeoutMs)
        return status === 200 ? bytes : null
      } catch (error) {
        if (error instanceof ProviderError) return null
        throw error
      }
    },
  }
}
