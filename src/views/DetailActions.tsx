import type { AnyRecord, AnyResource } from '../../resources/kit/index.ts'
import { type OnAct, RecordActions } from '../actions/RecordActions.tsx'
import { useRights } from '../actions/useRights.ts'
import { PageActions } from '../layout/pageSlots.tsx'

type Props = { resource: AnyResource; record: AnyRecord; onAct: OnAct }

/** The actions of one record, in the page header. */
export const DetailActions = ({ resource, record, onAct }: Props) => {
  const { actionsOn, pagesOf } = useRights()
  const ways = { pages: pagesOf(resource), actions: actionsOn(resource, 'detail'), onAct }
  return (
    <PageActions>
      <RecordActions record={record} ways={ways} className="button" max={ways.pages.length + 2} />
    </PageActions>
  )
}
