import { isBlank } from '../../../resources/domain/sameness.ts'
import { articles, articleResourceOfKind } from '../../../resources/articles/index.ts'
import type { AnyRecord } from '../../../resources/kit/index.ts'
import { firmTime } from '../../fields/dates/dates.ts'
import { Cell } from '../../fields/kinds.tsx'
import { useNames } from '../../fields/choice/useChoices.ts'
import { CaseFacts } from './CaseFacts.tsx'
import { articleLabelsIn } from './labels.ts'
import { type PreviewPerson, LinkedPeople } from './LinkedPeople.tsx'
import type { PreviewArticle } from './article.ts'
import { useLocalizedNames } from '../phone/useLocalizedNames.ts'
import { VideoPreview } from './VideoPreview.tsx'

import './phoneArticle.css'

/** People linked to the article, including those added by an unpublished change. */
const useArticlePeople = ({ lawyerIds, people, language }: PreviewArticle): PreviewPerson[] => {
  const { names } = useNames('authors', lawyerIds ?? [])
  return (lawyerIds ?? []).map((id, index) => {
    const person = people.find(person => person.lawyerId === id)
    const name = person?.name ?? names[index]?.name ?? ''
    return {
      id,
      name: language === 'EN' ? (person?.nameEn ?? name) : name,
      avatar: person?.avatar ?? null,
      organizationId: person?.organizationId ?? null,
      role: person?.role ?? null,
    }
  })
}

const ArticleMeta = ({ article, people }: { article: PreviewArticle; people: readonly PreviewPerson[] }) => {
  const { language, publishAt, sourceType, sourceName } = article
  const { by, original, reprinted, notPublished } = articleLabelsIn(language)
  const names = people.map(person => person.name).join(language === 'EN' ? ', ' : '、')
  const source = sourceType === 2 ? reprinted(sourceName ?? '') : original
  return (
    <p className="preview-meta secondary cluster">
      {names && <span>{by + names}</span>}
      <time dateTime={publishAt ?? undefined}>
        {publishAt ? firmTime(publishAt).slice(0, 10) : notPublished}
      </time>
      <span>{source}</span>
    </p>
  )
}

const ProfessionTags = ({ article }: { article: PreviewArticle }) => {
  const ids = Array.isArray(article.professional) ? article.professional : []
  const names = useLocalizedNames('professions', ids, article, ['name', 'nameEn'])
  if (names.length === 0) return null
  return (
    <ul className="preview-tags plain-list cluster" aria-label={articleLabelsIn(article.language).fields}>
      {names.map(name => (
        <li key={name.id}>{name.name}</li>
      ))}
    </ul>
  )
}

/** Name of the category, whose resource depends on the kind of article. */
const CategoryName = ({ article }: { article: PreviewArticle }) => {
  const { to } = articleResourceOfKind(article.kind).fields.typeId
  const [type] = useLocalizedNames(to, article.typeId ? [article.typeId] : [], article, [
    'typeName',
    'typeNameEn',
  ])
  return type ? <p className="preview-type">{type.name}</p> : null
}

const hostOf = (address: string) => {
  try {
    return new URL(address).hostname
  } catch {
    return address
  }
}

/** Link to an external article, which the mini-program opens directly. */
const LinkCard = ({ article }: { article: PreviewArticle }) => {
  const { readOriginal, outside } = articleLabelsIn(article.language)
  if (!article.linkUrl) return null
  return (
    <a className="preview-link panel" href={article.linkUrl} target="_blank" rel="noreferrer noopener">
      <strong>{readOriginal}</strong>
      <span className="caption">
        {outside} · {hostOf(article.linkUrl)}
      </span>
    </a>
  )
}

const ArticleBody = ({ article, record }: { article: PreviewArticle; record: AnyRecord }) => {
  const { contentMode, content, kind, language } = article
  if (contentMode === 2) return <LinkCard article={article} />
  if (isBlank(content)) return kind === 4 ? null : <p className="empty">{articleLabelsIn(language).empty}</p>
  return <Cell field={articles.fields.content} value={content} record={record} isWhole />
}

/** Title of the mini-program's page for an article. */
export const articleScreenTitle = ({ kind, language }: PreviewArticle) => articleLabelsIn(language).page[kind]

/** An article approximately as the mini-program shows it. */
export const MiniArticle = ({ article }: { article: PreviewArticle }) => {
  const { kind, language, title, cover, summary, readNum, shareNum } = article
  const record: AnyRecord = { ...article }
  const people = useArticlePeople(article)
  const { reads } = articleLabelsIn(language)
  return (
    <>
      {kind === 4 && <VideoPreview article={article} />}
      <article className="preview-article">
        <h2>{title}</h2>
        <CategoryName article={article} />
        <ArticleMeta article={article} people={people} />
        {kind !== 4 && cover && <img className="preview-cover" src={cover} alt="" />}
        {summary && <p className="preview-summary">{summary}</p>}
        {kind === 3 && article.caseInfo && <CaseFacts facts={article.caseInfo} language={language} />}
        <ArticleBody article={article} record={record} />
        <ProfessionTags article={article} />
        <p className="preview-counts caption">{reads(readNum, shareNum)}</p>
      </article>
      <LinkedPeople people={people} language={language} />
    </>
  )
}
