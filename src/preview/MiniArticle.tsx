import { isBlank } from '../../resources/domain/sameness.ts'
import { articles, articleResourceOfKind } from '../../resources/articles/index.ts'
import type { AnyRecord } from '../../resources/kit/index.ts'
import { firmTime } from '../fields/dates.ts'
import { Cell } from '../fields/kinds.tsx'
import { useNames } from '../fields/useChoices.ts'
import { CaseFacts } from './CaseFacts.tsx'
import { labelsIn } from './labels.ts'
import { type PreviewPerson, People } from './People.tsx'
import type { Article } from './article.ts'
import { useLocalizedNames } from './useLocalizedNames.ts'
import { Video } from './Video.tsx'

import './phoneArticle.css'

/** Everybody whom this content names, also those that a waiting change adds. */
const usePeople = ({ lawyerIds, people, language }: Article): PreviewPerson[] => {
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

const Meta = ({ article, people }: { article: Article; people: readonly PreviewPerson[] }) => {
  const { language, publishAt, sourceType, sourceName } = article
  const { by, original, reprinted, notPublished } = labelsIn(language)
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

const Tags = ({ article }: { article: Article }) => {
  const ids = Array.isArray(article.professional) ? article.professional : []
  const names = useLocalizedNames('professions', ids, article, ['name', 'nameEn'])
  if (names.length === 0) return null
  return (
    <ul className="preview-tags plain-list cluster" aria-label={labelsIn(article.language).fields}>
      {names.map(name => (
        <li key={name.id}>{name.name}</li>
      ))}
    </ul>
  )
}

/** The category's resource is that of the article's kind. */
const Type = ({ article }: { article: Article }) => {
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

/** The mini-program opens the page itself; here it is one press away. */
const LinkCard = ({ article }: { article: Article }) => {
  const { readOriginal, outside } = labelsIn(article.language)
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

const Body = ({ article, record }: { article: Article; record: AnyRecord }) => {
  const { contentMode, content, kind, language } = article
  if (contentMode === 2) return <LinkCard article={article} />
  if (isBlank(content)) return kind === 4 ? null : <p className="empty">{labelsIn(language).empty}</p>
  return <Cell field={articles.fields.content} value={content} record={record} isWhole />
}

/** What the bar above it says. */
export const articlePageTitle = ({ kind, language }: Article) => labelsIn(language).page[kind]

/** About what the mini-program shows of an article. */
export const MiniArticle = ({ article }: { article: Article }) => {
  const { kind, language, title, cover, summary, readNum, shareNum } = article
  const record: AnyRecord = { ...article }
  const people = usePeople(article)
  const { reads } = labelsIn(language)
  return (
    <>
      {kind === 4 && <Video article={article} />}
      <article className="preview-article">
        <h2>{title}</h2>
        <Type article={article} />
        <Meta article={article} people={people} />
        {kind !== 4 && cover && <img className="preview-cover" src={cover} alt="" />}
        {summary && <p className="preview-summary">{summary}</p>}
        {kind === 3 && article.caseInfo && <CaseFacts facts={article.caseInfo} language={language} />}
        <Body article={article} record={record} />
        <Tags article={article} />
        <p className="preview-counts caption">{reads(readNum, shareNum)}</p>
      </article>
      <People people={people} language={language} />
    </>
  )
}
