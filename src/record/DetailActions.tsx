import type { AnyEntity } from '../../resources/kit/index.ts'
import { type OnAct, RecordActions } from './actions/RecordActions.tsx'
import { useRights } from '../shell/useRights.ts'
import { PageActions } from '../shell/pageSlots.tsx'

type Props = { resource: AnyEntity; onAct: OnAct | null }

/** The actions of the record of react-admin's context, in the page header; without `onAct` they cannot be pressed yet. */
export const DetailActions = ({ resource, onAct }: Props) => {
  const { actionsOn, pagesOf } = useRights()
  const ways = {
    pages: pagesOf(resource),
    actions: actionsOn(resource, 'detail'),
    onAct: onAct ?? (() => {}),
  }
  return (
    <PageActions>
      <fieldset disabled={!onAct}>
        <RecordActions ways={ways} max={ways.pages.length + 2} />
      </fieldset>
    </PageActions>
  )
}
