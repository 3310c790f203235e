import type { AnyEntity } from '../../resources/kit/index.ts'
import { type OnAct, RecordActions } from './actions/RecordActions.tsx'
import { useRights } from '../session/useRights.ts'
import { PageActions } from '../layout/pageSlots.tsx'

type Props = { resource: AnyEntity; onAct: OnAct }

/** Actions for the current record (react-admin's RecordContext), shown in the page header. */
export const DetailActions = ({ resource, onAct }: Props) => {
  const { actionsOn, pagesOf } = useRights()
  const source = {
    pages: pagesOf(resource),
    actions: actionsOn(resource, 'detail'),
    onAct,
  }
  return (
    <PageActions>
      <RecordActions source={source} max={source.pages.length + 2} />
    </PageActions>
  )
}
