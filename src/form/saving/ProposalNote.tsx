import { skipToken, useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { Link } from 'react-router-dom'

import { findMenuNode } from '../../routing/menuTree.ts'
import { useSession } from '../../session/sessionContext.ts'
import { useCall } from '../../session/useCall.ts'
import { type ReviewCount, reviewCountKey } from '../../session/reviewCount.ts'

type Props = {
  resource: string
  /** Absent for a setting, of which there is only one. */
  id?: number | undefined
}

/** Whether any proposal waits, as the header already knows; without agents no record asks about its own. */
const useHasProposals = () => {
  const { data } = useQuery<ReviewCount>({ queryKey: reviewCountKey, queryFn: skipToken })
  return data !== undefined && data.proposals > 0
}

/** Says that a language model's program proposes a change of this record, which waits for a person. */
export const ProposalNote = ({ resource, id }: Props) => {
  const translate = useTranslate()
  const desk = findMenuNode(useSession().menu, 'review')
  const isAsked = useHasProposals()
  const input = isAsked ? { resource, ...(id !== undefined && { recordId: id }) } : null
  const { data } = useCall('proposals.ofRecord', input)
  if (!data || data.count === 0 || !desk) return null
  return (
    <p className="note is-waiting" role="status">
      {translate('有%{count}条待处理的代理建议。', { count: data.count })}
      <Link to={`${desk.path}?kind=proposal`}>{translate('去审核台处理')}</Link>
    </p>
  )
}
