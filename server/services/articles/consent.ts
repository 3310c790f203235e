import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'

import type { ConsentState } from '../../../resources/domain/consent.ts'
import type { Context } from '../../context/context.ts'
import { mayBePublicRow } from '../../db/rules/consent.ts'
import { type ArticleContent, previewLinks } from '../../db/tables.ts'
import { sha256Of } from '../identity/tokens.ts'

type Consented = Pick<
  ArticleContent,
  | 'kind'
  | 'parties'
  | 'title'
  | 'language'
  | 'cover'
  | 'summary'
  | 'content'
  | 'contentMode'
  | 'linkUrl'
  | 'caseInfo'
>

/**
 * Identifies what a client consents to: the words and pictures of a case and the parties that it names. Null where no consent is
 * needed. Whatever else changes, such as its category or its lawyers, needs no new one.
 */
export const consentDigestOf = ({ kind, parties, caseInfo, ...content }: Consented): string | null => {
  if (kind !== 3 || !parties || parties.length === 0) return null
  const { cause, court, stage, closedYear, outcome } = caseInfo ?? {}
  const { title, language, cover, summary, contentMode, linkUrl } = content
  const shown = [title, language, cover, summary, contentMode, content.content, linkUrl]
  const facts = [cause, court, stage, closedYear, outcome]
  return sha256Of(JSON.stringify([parties, ...shown, ...facts].map(it => it || null)))
}

/** Where the firm stands in the condition, which takes it as a parameter: a subquery knows no other table's firm. */
const firmMark = '$firm'

/** The condition for articles of this firm that may be public as far as their clients are concerned. */
export const hasPublicConsent = (firmId: number): SQL => {
  const pieces = mayBePublicRow('articles', firmMark).split(firmMark)
  return sql.join(
    pieces.map(piece => sql.raw(piece)),
    sql`${firmId}`,
  )
}

/** The consents to this article that have not been withdrawn. */
export const isConsentTo = (firmId: number, articleId: number) =>
  and(
    eq(previewLinks.firmId, firmId),
    eq(previewLinks.articleId, articleId),
    eq(previewLinks.decision, 1),
    isNull(previewLinks.withdrawnAt),
  )!

/** Whether the client has consented to this content of the article. */
export const consentFor = async (
  { db, firmId }: Pick<Context, 'db' | 'firmId'>,
  articleId: number,
  content: Consented,
): Promise<ConsentState> => {
  const digest = consentDigestOf(content)
  if (digest === null) return 'unneeded'
  const isGiven = and(isConsentTo(firmId, articleId), eq(previewLinks.digest, digest))
  return (await db.$count(previewLinks, isGiven)) > 0 ? 'given' : 'missing'
}
