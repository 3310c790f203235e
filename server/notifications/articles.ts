import type { ArticleRow } from '../services/articles/content.ts'
import { type NewMessage, notify, type Sender } from './notify.ts'

type NotifiedArticle = Pick<ArticleRow, 'articleId' | 'title' | 'organizationId' | 'lawyerIds' | 'createdBy'>

const articleReference = ({ articleId }: NotifiedArticle) =>
  ({ type: 4, bizType: 'article', bizId: articleId }) as const
const articlePage = ({ articleId }: NotifiedArticle) => `/app/cms/preview/${articleId}`
const ownPage = ({ articleId }: NotifiedArticle) => `/app/user/articles/${articleId}`

const submittedText = (name: string, { title }: NotifiedArticle, isChange: boolean) =>
  isChange ? `${name}提交了《${title}》的修改，请及时审核。` : `${name}提交了《${title}》，请及时审核。`

/** Notifies everybody who may review the article. */
export const notifyArticleSubmitted = (
  sender: Sender,
  article: NotifiedArticle & Pick<ArticleRow, 'revision'>,
  isChange: boolean,
) =>
  notify(
    sender,
    {
      ...articleReference(article),
      title: '内容待审核',
      content: submittedText(sender.caller?.name ?? '', article, isChange),
      link: articlePage(article),
    },
    {
      reviewing: 'article.pass',
      organizationId: article.organizationId,
      authorIds: article.revision?.lawyerIds ?? article.lawyerIds,
    },
  )

const administratorOf = ({ createdBy }: NotifiedArticle) => {
  const [population, id] = (createdBy ?? '').split(':').map(Number)
  return population === 1 && id ? id : null
}

/** Notifies the article's lawyers and the administrator who wrote it, except the caller. */
const notifyAuthors = async (
  sender: Sender,
  article: NotifiedArticle,
  text: Pick<NewMessage, 'title' | 'content' | 'level'>,
) => {
  const { caller } = sender
  const isCaller = (population: 1 | 2, id: number) => caller?.population === population && caller.id === id
  const people = article.lawyerIds.filter(id => !isCaller(2, id))
  const notification = { ...articleReference(article), ...text }
  if (people.length > 0)
    await notify(sender, { ...notification, link: ownPage(article) }, { population: 2, ids: people })
  const administrator = administratorOf(article)
  if (administrator && !isCaller(1, administrator))
    await notify(
      sender,
      { ...notification, link: articlePage(article) },
      { population: 1, ids: [administrator] },
    )
}

export const notifyArticlePublished = (sender: Sender, article: NotifiedArticle) =>
  notifyAuthors(sender, article, {
    title: '内容已发布',
    content: `《${article.title}》已发布，可在小程序中查看。`,
  })

/** A scheduled article whose time has come waits for the client of the case. */
export const notifyArticleScheduled = (
  sender: Sender,
  article: NotifiedArticle & Pick<ArticleRow, 'publishAt'>,
) =>
  notifyAuthors(sender, article, {
    title: '内容已通过审核',
    content:
      article.publishAt && article.publishAt > sender.now
        ? `《${article.title}》已通过审核，将按设定的时间发布。`
        : `《${article.title}》已通过审核，将在客户同意后发布。`,
  })

export const notifyArticleRefused = (sender: Sender, article: NotifiedArticle, reason: string) =>
  notifyAuthors(sender, article, {
    title: '内容未通过审核',
    content: `《${article.title}》未通过审核。原因：${reason}`,
    level: 2,
  })

export const notifyArticleOffline = (
  sender: Sender,
  article: NotifiedArticle,
  reason: string | null | undefined,
) =>
  notifyAuthors(sender, article, {
    title: '内容已下架',
    content: reason ? `《${article.title}》已下架。原因：${reason}` : `《${article.title}》已下架。`,
    level: 2,
  })

export const notifyArticleRestored = (sender: Sender, article: NotifiedArticle) =>
  notifyAuthors(sender, article, {
    title: '内容已还原',
    content: `《${article.title}》已从回收站还原，目前没有发布。`,
  })
