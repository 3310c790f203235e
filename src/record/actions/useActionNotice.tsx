import { useDataProvider, useNotify, useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

import type { Action, AnyEntity, AnyRecord } from '../../../resources/kit/index.ts'
import { Button } from '../../ui/Button.tsx'
import { useGrouped } from '../../language/countText.ts'
import { recordTitle } from '../../routing/recordTitle.ts'
import { type NamedAction, useRights } from '../../session/useRights.ts'
import { actionTitle } from './actionTitle.ts'

/** Milliseconds for which the sentence about an action stays, long enough to read it and to go back. */
export const noticeMs = 10_000

/** The number of records that an answer counts; null if it counts none. */
const countIn = (answer: unknown) => {
  const { count }: { count?: unknown } = Object(answer)
  return typeof count === 'number' ? count : null
}

type Start = (action: NamedAction, records: readonly AnyRecord[]) => void
type Done = { action: NamedAction; records: readonly AnyRecord[]; answer: unknown }

/**
 * Says what an action has done to which record or to how many, with the way back: the opposite action, which starts with
 * the records as they are now, or the recycle bin.
 */
export const useActionNotice = (resource: AnyEntity) => {
  const translate = useTranslate()
  const notify = useNotify()
  const grouped = useGrouped()
  const dataProvider = useDataProvider()
  const { mayOpen, actionsOn } = useRights()
  const titleOf = (record: AnyRecord) => recordTitle(resource, record, translate)

  const textOf = ({ action, records, answer }: Done) => {
    const { label, concerns } = action
    const count = countIn(answer)
    if (concerns && count !== null) return translate(concerns.after, { count: grouped(count) })
    return translate('已完成：%{label}', {
      label: actionTitle(translate(label), records, titleOf, translate),
    })
  }

  const goBack = async (opposite: NamedAction, records: readonly AnyRecord[], start: Start) => {
    const present = await Promise.all(
      records.map(async ({ id }) => (await dataProvider.getOne<AnyRecord>(resource.name, { id })).data),
    )
    start(opposite, present)
  }

  const wayBackOf = ({ action: { undo, on }, records }: Done, start: Start): ReactNode => {
    if (undo === undefined) return null
    const { bin } = resource
    if (undo.includes('.'))
      return bin && mayOpen(bin) ? <Link to={bin.path}>{translate('回收站')}</Link> : null
    const opposite = resource.actions[undo] as Action<never> | undefined
    const isAllowed = on.some(place => actionsOn(resource, place).some(it => it.name === undo))
    return opposite && isAllowed ? (
      <Button look="link" onClick={() => void goBack({ ...opposite, name: undo }, records, start)}>
        {translate('撤销')}
      </Button>
    ) : null
  }

  return (done: Done, start: Start) =>
    notify(
      <>
        {textOf(done)} {wayBackOf(done, start)}
      </>,
      { type: 'success', autoHideDuration: noticeMs },
    )
}
