import { useTranslate } from 'ra-core'
import { type RefCallback, useMemo, useState } from 'react'
import { Link } from 'react-router-dom'

import type { Slots } from './pageSlots.tsx'
import { type Crumb, useRouteHandle } from './routeHandle.ts'
import { useSession } from './sessionContext.ts'

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

/** The elements that `PageTitle`, `PageState` and `PageActions` draw into. */
export const usePageSlots = () => {
  const [slots, setSlots] = useState<Slots>({ title: null, state: null, actions: null })
  const places = useMemo(() => {
    const into =
      (name: keyof Slots): RefCallback<HTMLElement> =>
      element =>
        setSlots(known => ({ ...known, [name]: element }))
    return { title: into('title'), state: into('state'), actions: into('actions') }
  }, [])
  return { slots, places }
}

type Props = ReturnType<typeof usePageSlots>['places'] & {
  /** Of the record that is shown. */
  name: string | null
}

export const PageHeader = ({ name, title: own, state, actions }: Props) => {
  const translate = useTranslate()
  const screen = useRouteHandle()
  const { firm } = useSession().conf
  const title = translate(screen?.route.title ?? '找不到页面')
  return (
    <div className="page-header">
      <title>{`${name ?? title} - ${firm.name}`}</title>
      {screen && screen.crumbs.length > 1 && <Crumbs crumbs={screen.crumbs} />}
      <div className="page-heading">
        {screen && (
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
