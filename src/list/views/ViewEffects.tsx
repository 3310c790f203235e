import { useNotify, useTranslate } from 'ra-core'
import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

import { isSame } from '../../../resources/domain/sameness.ts'
import type { AnyEntity } from '../../../resources/kit/index.ts'
import { Button } from '../../ui/Button.tsx'
import type { Columns } from '../table/columns.ts'
import { arrangementInSearch, wholeArrangement } from './savedViews.ts'
import { useStartRefresh } from './useSharedViews.ts'

type Props = { resource: AnyEntity; columns: Columns }

/**
 * Applies the columns and the density of an address that somebody sent, which can be undone, and keeps the copy of a
 * shared default view up to date.
 */
export const ViewEffects = ({ resource, columns }: Props) => {
  const translate = useTranslate()
  const notify = useNotify()
  const navigate = useNavigate()
  const { search } = useLocation()
  useStartRefresh(resource)
  const apply = useEffectEvent(() => {
    const given = arrangementInSearch(search, resource)
    if (!given) return
    // React-admin would drop the columns at the next change of the list; they are kept by the account from now on.
    void navigate({ search: given.rest }, { replace: true })
    const before = { columns: wholeArrangement(columns.arrangement, resource), density: columns.density }
    if (isSame(before, { columns: given.columns, density: given.density })) return
    columns.arrange(given.columns)
    columns.setDensity(given.density)
    const undo = () => {
      columns.arrange(before.columns)
      columns.setDensity(before.density)
    }
    notify(
      <>
        {translate('列和行高已按链接中的视图显示。')}{' '}
        <Button look="link" onClick={undo}>
          {translate('恢复原来的列')}
        </Button>
      </>,
      { type: 'info', autoHideDuration: 8000 },
    )
  })
  useEffect(() => apply(), [search])
  return null
}
