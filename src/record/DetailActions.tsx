import { useRecordContext } from 'ra-core'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'

import { isActionOffered } from '../../providers/access.ts'
import type { AnyEntity, AnyRecord } from '../../resources/kit/index.ts'
import { type OnAct, RecordActions } from './actions/RecordActions.tsx'
import { type NamedAction, useRights } from '../session/useRights.ts'
import { PageActions } from '../layout/pageSlots.tsx'

type Props = { resource: AnyEntity; onAct: OnAct }

/**
 * Opens the dialog of the action that the address names, which a message elsewhere links to. Only an action that asks for
 * something is opened, so that a link alone does nothing.
 */
const useActionOfAddress = (actions: readonly NamedAction[], onAct: OnAct) => {
  const record = useRecordContext<AnyRecord>()
  const [params, setParams] = useSearchParams()
  const name = params.get('action')
  useEffect(() => {
    if (name === null || !record) return
    const action = actions.find(it => it.name === name && it.ask)
    if (action && isActionOffered(action, record)) onAct(action, [record])
    setParams(
      known => {
        known.delete('action')
        return known
      },
      { replace: true },
    )
  })
}

/** Actions for the current record (react-admin's RecordContext), shown in the page header. */
export const DetailActions = ({ resource, onAct }: Props) => {
  const { actionsOn, pagesOf } = useRights()
  const source = {
    pages: pagesOf(resource),
    actions: actionsOn(resource, 'detail'),
    onAct,
  }
  useActionOfAddress(source.actions, onAct)
  return (
    <PageActions>
      <RecordActions source={source} max={source.pages.length + 2} />
    </PageActions>
  )
}
