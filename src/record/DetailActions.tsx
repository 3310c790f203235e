import type { AnyEntity } from '../../resources/kit/index.ts'
import { type OnAct, RecordActions } from './actions/RecordActions.tsx'
import { useRights } from '../shell/useRights.ts'
import { PageActions } from '../shell/pageSlots.tsx'

type Props = { resource: AnyEntity; onAct: OnAct }

/** The actions of the record of react-admin's context, in the page header. */
export const DetailActions = ({ resource, onAct }: Props) => {
  const { actionsOn, pagesOf } = useRights()
  const ways = {
    pages: pagesOf(resource),
    actions: actionsOn(resource, 'detail'),
    onAct,
  }
  return (
    <PageActions>
      <RecordActions ways={ways} max={ways.pages.length + 2} />
    </PageActions>
  )
}
