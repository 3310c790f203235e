import { useTranslate } from 'ra-core'

import { singletonId } from '../../../../providers/resourceClient.ts'
import { useRecordForPage } from '../../../../providers/useRecordForPage.ts'
import { resourceNamed } from '../../../../resources/index.ts'
import type { AnyRecord } from '../../../../resources/kit/index.ts'
import { useCall, useServedCall } from '../../../session/useCall.ts'
import { Loaded } from '../../../states/Loaded.tsx'
import { NotFound } from '../../../states/NotFound.tsx'
import { type Proposal, proposalSubject } from './proposalSubject.ts'
import { type PaneProps, SubjectPane } from '../SubjectPane.tsx'

type Props = Omit<PaneProps, 'subject'>
type ItemProps = Props & { proposal: Proposal }

const ProposalPane = ({ proposal, current, ...props }: ItemProps & { current: AnyRecord | null }) => {
  const translate = useTranslate()
  const decide = useServedCall('proposals.decide')
  const resource = resourceNamed(proposal.resource)
  // An extension that declared the resource may be gone.
  if (!resource || !decide) return <NotFound />
  return (
    <SubjectPane {...props} subject={proposalSubject(proposal, { resource, current, decide }, translate)} />
  )
}

/** The record that the proposal would change, in its present version. */
const ChangeItem = ({ proposal, ...props }: ItemProps) => {
  const id = proposal.recordId ?? singletonId
  const query = useRecordForPage<AnyRecord>(proposal.resource, id)
  return (
    <Loaded query={query}>
      {current => <ProposalPane {...props} proposal={proposal} current={current} />}
    </Loaded>
  )
}

/** 代理建议: what a language model's program proposes, beside the present values of the record. */
export const ProposalItem = (props: Props) => {
  const query = useCall('proposals.one', { id: props.row.id }, { staleTime: 0 })
  return (
    <Loaded query={query}>
      {proposal =>
        proposal.isCreation === 1 ? (
          <ProposalPane {...props} proposal={proposal} current={null} />
        ) : (
          <ChangeItem {...props} proposal={proposal} />
        )
      }
    </Loaded>
  )
}
