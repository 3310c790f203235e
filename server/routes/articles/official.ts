import { and, eq, inArray, isNull } from 'drizzle-orm'

import { articles as resource } from '../../../resources/articles/index.ts'
import { firstCharacters } from '../../../resources/kit/index.ts'
import { ApiError, invalid, notFound } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import { type Handlers, ownTransaction } from '../../context/handlers.ts'
import type { OfficialArticle } from '../../context/services.ts'
import type { Db } from '../../db/connection/open.ts'
import { articles } from '../../db/tables.ts'
import {
  takePictures,
  withoutEmptyParagraphs,
  withParagraphs,
} from '../../services/articles/officialContent.ts'
import { storeOfficialPictures } from '../../services/articles/officialPictures.ts'
import { ProviderError } from '../../services/integrations/provider.ts'
import { countWithin } from '../../services/limits/counters.ts'
import { cleanRichText } from '../../services/markup/sanitize.ts'
import { configRow } from '../../services/settings/configRows.ts'
import { systemSettingsFrom } from '../../services/settings/systemConfig.ts'
import { visibleArticles } from './lock.ts'
import { createArticle } from './write.ts'

type Calls = Handlers<typeof resource.calls>

const pageSize = 20

/** Imports of one person in an hour. Each asks WeChat for a text and its pictures. */
const limit = { most: 60, windowMs: 3_600_000 }

/** The account of the firm at WeChat; null where none is connected. */
const accountOf = async (db: Db, firmId: number) => {
  const { appId, secret } = systemSettingsFrom((await configRow(db, firmId, 'system')).value).official
  return appId && secret ? { appId, secret } : null
}

/** What WeChat answers; its refusal is told to the person who waits. */
const fromWechat = async <T>(answer: Promise<T>): Promise<T> => {
  try {
    return await answer
  } catch (error) {
    if (error instanceof ProviderError) throw new ApiError('5030', `公众号没有给出内容：${error.reason}`)
    throw error
  }
}

const keyOf = (messageKey: string, index: number) => `${messageKey}:${index}`

/** The articles into which these were imported, by their keys; 0 for one that the caller may not read. */
const importedInto = async (context: Context, keys: readonly string[]) => {
  const { database, firmId } = context
  return database.read(firmId, async db => {
    const { articleId, officialKey } = articles
    const isOne = and(eq(articles.firmId, firmId), inArray(officialKey, [...keys]))
    const all = await db.select({ officialKey }).from(articles).where(isOne)
    const readable = await db
      .select({ articleId, officialKey })
      .from(articles)
      .where(and(isOne, isNull(articles.deletedAt), visibleArticles({ ...context, db })))
    return new Map([
      ...all.map(it => [it.officialKey, 0] as const),
      ...readable.map(it => [it.officialKey, it.articleId] as const),
    ])
  })
}

const listOfficial: Calls['official'] = ownTransaction(async ({ pageNum }, context) => {
  const { database, firmId, services } = context
  const account = await database.read(firmId, db => accountOf(db, firmId))
  if (!account) return { isOn: 0, total: 0, pageSize, articles: [] }
  const page = { from: (pageNum - 1) * pageSize, most: pageSize }
  const { total, messages } = await fromWechat(services.official.published(account, page))
  const listed = messages.flatMap(({ id: messageKey, updatedAt, articles: all }) =>
    all.flatMap(({ isDeleted, title, author, digest, url }, index) =>
      isDeleted
        ? []
        : [{ messageKey, index, title, author, digest, url, updatedAt: updatedAt.toISOString() }],
    ),
  )
  const imported = await importedInto(
    context,
    listed.map(it => keyOf(it.messageKey, it.index)),
  )
  return {
    isOn: 1,
    total,
    pageSize,
    articles: listed.map(it => ({
      ...it,
      url: /^https?:\/\/mp\.weixin\.qq\.com\//.test(it.url) ? it.url.replace(/^http:/, 'https:') : '',
      importedId: imported.get(keyOf(it.messageKey, it.index)) ?? null,
    })),
  }
})

/** The article as a new draft of ours; its texts are shortened to what fits, since a draft is edited before it is submitted. */
const draftOf = async (context: Context, kind: 1 | 2, article: OfficialArticle) => {
  const { html, addresses } = takePictures(article.content)
  const { content, cover, missing } = await storeOfficialPictures(context, {
    html: await cleanRichText(withParagraphs(html), 'article'),
    addresses,
    cover: article.cover,
  })
  const input = resource.calls.add.input.safeParse({
    kind,
    organizationId: context.caller.organizationId,
    title: firstCharacters(article.title.trim(), 64),
    language: 'CN',
    cover,
    summary: firstCharacters(article.digest.trim(), 120) || null,
    content: withoutEmptyParagraphs(content) || null,
    contentMode: 1,
    sourceType: 1,
  })
  if (!input.success) throw new ApiError('4220', `这篇内容不能导入：${input.error.issues[0]!.message}`)
  return { input: input.data, missing }
}

const importedAlready = () => invalid({ title: '这篇内容已导入，在内容列表或回收站中' })

/**
 * Counts the attempt and reads the account. Where the article has been imported already, a repetition of that request gets its
 * answer, and any other is refused, before WeChat is asked.
 */
const prepareImport = (context: Context, key: string) => {
  const { database, firmId, caller, now } = context
  return database.write(firmId, async db => {
    const isKnown = and(eq(articles.firmId, firmId), eq(articles.officialKey, key))
    if ((await db.$count(articles, isKnown)) > 0)
      return { repeated: await context.once(db, () => Promise.reject(importedAlready())) }
    await countWithin(db, `official:${firmId}:${caller.population}:${caller.id}`, limit, now)
    return { account: await accountOf(db, firmId) }
  })
}

const importOfficial: Calls['importOfficial'] = ownTransaction(
  async ({ messageKey, index, kind }, context) => {
    const { database, firmId, services } = context
    const key = keyOf(messageKey, index)
    const { repeated, account } = await prepareImport(context, key)
    if (repeated !== undefined) return resource.calls.importOfficial.output.parse(repeated)
    if (!account) throw new ApiError('4091', '还没有连接公众号：请在系统配置中填写')
    const article = (await fromWechat(services.official.articles(account, messageKey)))[index]
    if (!article || article.isDeleted) throw notFound()
    const { input, missing } = await draftOf(context, kind, article)
    // The key is unique: of two imports at once, the second is refused.
    const answer = await database.write(firmId, db =>
      context.once(db, async () => {
        const created = await createArticle(input, { ...context, db })
        await db
          .update(articles)
          .set({ officialKey: key })
          .where(and(eq(articles.firmId, firmId), eq(articles.articleId, created.articleId)))
        return { ...created, missingPictures: missing }
      }),
    )
    return resource.calls.importOfficial.output.parse(answer)
  },
)

export const officialHandlers = { official: listOfficial, importOfficial }
