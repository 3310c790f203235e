import { useTranslate } from 'ra-core'
import { type RefCallback, useMemo, useState } from 'react'
import { Link } from 'react-router-dom'

import type { PageSlotElements } from './pageSlots.tsx'
import { type Crumb, useRouteHandle } from '../routing/routeHandle.ts'
import { useSession } from '../session/sessionContext.ts'

const Crumbs = ({ crumbs }: { crumbs: readonly Crumb[] }) => {
  const translate = useTranslate()
  return (
    <nav aria-label={translate('面包屑')}>
      <ol className="crumbs">
        {crumbs.map(({ label, path }, index) => (
          <li key={index} {...(index === crumbs.length - 1 && { 'aria-current': 'page' as const })}>
            {path ? <Link to={path}>{translate(label)}</Link> : translate(label)}
          </li>
        ))}
      </ol>
    </nav>
  )
}

/**
 * The elements of the page header that `PageTitle`, `PageState` and `PageActions` render into, and refs to set them.
 */
export const usePageSlots = () => {
  const [slots, setSlots] = useState<PageSlotElements>({ title: null, state: null, actions: null })
  const slotRefs = useMemo(() => {
    const refOf =
      (name: keyof PageSlotElements): RefCallback<HTMLElement> =>
      element =>
        setSlots(known => ({ ...known, [name]: element }))
    return { title: refOf('title'), state: refOf('state'), actions: refOf('actions') }
  }, [])
  return { slots, slotRefs }
}

type Props = ReturnType<typeof usePageSlots>['slotRefs'] & {
  /** Title of the displayed record. */
  name: string | null
}

export const PageHeader = ({ name, title: own, state, actions }: Props) => {
  const translate = useTranslate()
  const route = useRouteHandle()
  const { firm } = useSession().conf
  const title = translate(route?.route.title ?? '找不到页面')
  return (
    <div className="page-header">
      <title>{`${name ?? title} - ${firm.name}`}</title>
      {route && route.crumbs.length > 1 && <Crumbs crumbs={route.crumbs} />}
      <div className="page-heading">
        {route && (
          <h1>
            <span className="page-own-title" ref={own} />
            <span className="page-route-title">{title}</span>
          </h1>
        )}
        <div className="page-state" ref={state} />
        <div className="page-actions" ref={actions} />
      </div>
    </div>
  )
}
