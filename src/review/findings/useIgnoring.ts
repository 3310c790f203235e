import { articles } from '../../../resources/articles/index.ts'
import { cards } from '../../../resources/cards/index.ts'
import type { FindingKey } from '../../../resources/domain/finding.ts'
import type { AnyRecord } from '../../../resources/kit/index.ts'
import { useServedCall } from '../../session/useCall.ts'
import { useRights } from '../../session/useRights.ts'

/** Ignores a finding, or stops ignoring it with `ignore: 0`; null if the user may not. */
export type IgnoreFinding =
  | ((which: FindingKey & { ignore: 0 | 1; reason?: string }) => Promise<unknown>)
  | null

export const useIgnoreCardFinding = () => {
  const ignoreCall = useServedCall('cards.ignoreFinding')
  const { can } = useRights()
  return (record: AnyRecord): IgnoreFinding =>
    ignoreCall && can(cards, 'ignoreFinding', record)
      ? which => ignoreCall({ ...which, id: record.id })
      : null
}

export const useIgnoreArticleFinding = () => {
  const ignoreCall = useServedCall('articles.ignoreFinding')
  const { can } = useRights()
  return (record: AnyRecord): IgnoreFinding =>
    ignoreCall && can(articles, 'ignoreFinding', record)
      ? which => ignoreCall({ ...which, articleId: record.id })
      : null
}
