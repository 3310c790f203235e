import type { previewLinks } from '../db/tables.ts'
import type { ArticleRow } from '../services/articles/content.ts'
import { notify, type Sender } from './notify.ts'

type Link = Pick<typeof previewLinks.$inferSelect, 'createdBy'>
type Article = Pick<ArticleRow, 'articleId' | 'title' | 'lawyerIds'>
type Words = {
  title: '客户已同意' | '客户不同意' | '客户撤回同意'
  /** The typed name of who decided. */
  by: string
  reason: string
}

const textOf = (article: Article, { title, by, reason }: Words) => {
  const { title: name } = article
  if (title === '客户已同意') return `“${by}”同意发布《${name}》。`
  if (title === '客户不同意')
    return reason ? `“${by}”不同意发布《${name}》。原因：${reason}` : `“${by}”不同意发布《${name}》。`
  return reason ? `“${by}”撤回了对《${name}》的同意。原因：${reason}` : `“${by}”撤回了对《${name}》的同意。`
}

/** Tells those who sent the links and the lawyers of the case what its client has decided. */
export const notifyConsent = async (
  sender: Sender,
  article: Article,
  links: readonly Link[],
  words: Words,
): Promise<void> => {
  const senders = links.map(({ createdBy }) => (createdBy ?? '').split(':').map(Number))
  const idsOf = (population: 1 | 2) => senders.flatMap(([of, id]) => (of === population && id ? [id] : []))
  const message = {
    type: 4,
    bizType: 'article',
    bizId: article.articleId,
    title: words.title,
    content: textOf(article, words),
    level: words.title === '客户已同意' ? 1 : 2,
  } as const
  const receivers = [
    { population: 1, ids: [...new Set(idsOf(1))], link: `/app/cms/preview/${article.articleId}` },
    {
      population: 2,
      ids: [...new Set([...idsOf(2), ...article.lawyerIds])],
      link: `/app/user/articles/${article.articleId}`,
    },
  ] as const
  for (const { link, ...to } of receivers)
    if (to.ids.length > 0) await notify(sender, { ...message, link }, to)
}
