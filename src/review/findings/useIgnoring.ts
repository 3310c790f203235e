import { callAddition } from '../../../providers/call.ts'
import { articles } from '../../../resources/articles/index.ts'
import { cards } from '../../../resources/cards/index.ts'
import type { FindingKey } from '../../../resources/domain/finding.ts'
import type { AnyRecord } from '../../../resources/kit/index.ts'
import { useRights } from '../../shell/useRights.ts'
import { useAddition } from '../../shell/sessionContext.ts'

/** Sends what is let stand, or with `ignore` 0 no longer; null where the reader does not decide about it. */
export type Ignore = ((which: FindingKey & { ignore: 0 | 1; reason?: string }) => Promise<unknown>) | null

export const useIgnoreOfCard = () => {
  const asking = useAddition('cards.ignoreFinding')
  const { can } = useRights()
  return (record: AnyRecord): Ignore =>
    asking && can(cards, 'ignoreFinding', record)
      ? which => callAddition(asking, { ...which, id: record.id })
      : null
}

export const useIgnoreOfArticle = () => {
  const asking = useAddition('articles.ignoreFinding')
  const { can } = useRights()
  return (record: AnyRecord): Ignore =>
    asking && can(articles, 'ignoreFinding', record)
      ? which => callAddition(asking, { ...which, articleId: record.id })
      : null
}
