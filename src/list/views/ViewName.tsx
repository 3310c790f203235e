import { useTranslate } from 'ra-core'
import { useEffect, useState } from 'react'

import { isSame } from '../../../resources/domain/sameness.ts'
import { useCurrentView, useListViews, wholeArrangement } from './savedViews.ts'
import type { ViewPanelProps } from './ViewPanel.tsx'
import type { AppliedView, ViewContent } from './views.ts'

type Props = Pick<ViewPanelProps, 'resource' | 'columns'> & {
  /** The view that was applied last; undefined before the first one. */
  applied: AppliedView | undefined
  onApplied: (view: AppliedView) => void
  /** Takes the text of the button that opens the views. */
  onLabel: (label: string) => void
}

const contentOf = ({ filter, sort, perPage, columns, density }: ViewContent): ViewContent => ({
  filter,
  sort,
  perPage,
  columns,
  density,
})

const useShownView = ({ resource, columns, applied, onApplied }: Props) => {
  const translate = useTranslate()
  const current = useCurrentView(resource, columns)
  const own = useListViews(resource)
  const isOn = ({ content }: AppliedView) =>
    isSame({ ...content, columns: wholeArrangement(content.columns, resource) }, current)
  const views = own.views.map(({ name, ...content }): AppliedView => ({ name, content }))
  const { sharedStart } = own
  const [started] = useState(
    sharedStart
      ? { name: translate('共享的视图'), content: contentOf(sharedStart) }
      : views.find(({ name }) => name === own.start),
  )
  const last = applied ?? started
  const match = views.find(isOn)
  // The view that was on last is the one from which the list departs.
  useEffect(() => {
    if (match && match.name !== last?.name) onApplied(match)
  })
  const shown = match ?? views.find(({ name }) => name === last?.name) ?? last
  return { shown, isChanged: shown !== undefined && !isOn(shown) }
}

/** Renders nothing; tells the name of the view that is on, and whether the list departs from it. */
export const ViewName = (props: Props) => {
  const translate = useTranslate()
  const { shown, isChanged } = useShownView(props)
  const label = !shown
    ? translate('视图')
    : isChanged
      ? translate('视图：%{name}（已改动）', { name: shown.name })
      : translate('视图：%{name}', { name: shown.name })
  const { onLabel } = props
  useEffect(() => onLabel(label), [label, onLabel])
  return null
}
