import type { Caller, Context } from '../context.ts'
import type { Article } from '../services/articleContent.ts'
import { type Letter, sendMessages } from '../services/messages.ts'

type Told = Pick<Article, 'articleId' | 'title' | 'organizationId' | 'lawyerIds' | 'createdBy'>
type Sender = Pick<Context<Caller | null>, 'caller' | 'db' | 'firmId' | 'now' | 'switches'>

const about = ({ articleId }: Told) => ({ type: 4, bizType: 'article', bizId: articleId }) as const
const page = ({ articleId }: Told) => `/app/cms/preview/${articleId}`
const ownPage = ({ articleId }: Told) => `/app/user/articles/${articleId}`

/** To everybody who may review it. */
export const tellReviewers = (sender: Sender, article: Told, isChange: boolean) =>
  sendMessages(
    sender,
    {
      ...about(article),
      title: '内容待审核',
      content: `${sender.caller?.name ?? ''}提交了《${article.title}》${isChange ? '的修改' : ''},请及时审核。`,
      link: page(article),
    },
    { reviewing: 'article.pass', organizationId: article.organizationId },
  )

const administratorOf = ({ createdBy }: Told) => {
  const [population, id] = (createdBy ?? '').split(':').map(Number)
  return population === 1 && id ? id : null
}

/** To the lawyers named in it and the administrator who wrote it; nobody is told what he did himself. */
const tellAuthors = async (
  sender: Sender,
  article: Told,
  letter: Pick<Letter, 'title' | 'content' | 'level'>,
) => {
  const { caller } = sender
  const isCaller = (population: 1 | 2, id: number) => caller?.population === population && caller.id === id
  const people = article.lawyerIds.filter(id => !isCaller(2, id))
  const whole = { ...about(article), ...letter }
  if (people.length > 0)
    await sendMessages(sender, { ...whole, link: ownPage(article) }, { population: 2, ids: people })
  const administrator = administratorOf(article)
  if (administrator && !isCaller(1, administrator))
    await sendMessages(sender, { ...whole, link: page(article) }, { population: 1, ids: [administrator] })
}

export const tellPublished = (sender: Sender, article: Told) =>
  tellAuthors(sender, article, {
    title: '内容已发布',
    content: `《${article.title}》已发布,可在小程序中查看。`,
  })

export const tellScheduled = (sender: Sender, article: Told) =>
  tellAuthors(sender, article, {
    title: '内容已通过审核',
    content: `《${article.title}》已通过审核,将按设定的时间发布。`,
  })

export const tellRefused = (sender: Sender, article: Told, reason: string) =>
  tellAuthors(sender, article, {
    title: '内容未通过审核',
    content: `《${article.title}》未通过审核。原因:${reason}`,
    level: 2,
  })

export const tellOffline = (sender: Sender, article: Told, reason: string | null | undefined) =>
  tellAuthors(sender, article, {
    title: '内容已下架',
    content: `《${article.title}》已下架。${reason ? `原因:${reason}` : ''}`,
    level: 2,
  })
