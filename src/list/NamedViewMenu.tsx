import { useTranslate } from 'ra-core'
import { useState } from 'react'

import { isSame } from '../../resources/domain/sameness.ts'
import { PanelButton } from '../shell/PopupButton.tsx'
import { useCurrentView, useListViews, wholeArrangement } from './savedViews.ts'
import { ViewPanel, type ViewPanelProps } from './ViewPanel.tsx'
import type { ViewContent } from './views.ts'

type ViewMenuProps = Omit<ViewPanelProps, 'onClose' | 'onApplied'>

/** A view that was applied, under the name that the list shows. */
type AppliedView = { name: string; content: ViewContent }

const useApplied = ({ resource, columns }: ViewMenuProps) => {
  const translate = useTranslate()
  const current = useCurrentView(resource, columns)
  const own = useListViews(resource)
  const isOn = ({ content }: AppliedView) =>
    isSame({ ...content, columns: wholeArrangement(content.columns, resource) }, current)
  const views = own.views.map(({ name, ...content }): AppliedView => ({ name, content }))
  const { sharedStart } = own
  const started = sharedStart
    ? { name: translate('共享的视图'), content: contentOf(sharedStart) }
    : views.find(({ name }) => name === own.start)
  const [applied, setApplied] = useState(started)
  const match = views.find(isOn)
  // The view that was on last is the one from which the list departs.
  if (match && match.name !== applied?.name) setApplied(match)
  const shown = match ?? views.find(({ name }) => name === applied?.name) ?? applied
  return { shown, isChanged: shown !== undefined && !isOn(shown), setApplied }
}

const contentOf = ({ filter, sort, perPage, columns, density }: ViewContent): ViewContent => ({
  filter,
  sort,
  perPage,
  columns,
  density,
})

/** Button that opens the views of a list, with the name of the one that is on and whether the list departs from it. */
export const NamedViewMenu = (props: ViewMenuProps) => {
  const translate = useTranslate()
  const { shown, isChanged, setApplied } = useApplied(props)
  const label = !shown
    ? translate('视图')
    : isChanged
      ? translate('视图：%{name}（已改动）', { name: shown.name })
      : translate('视图：%{name}', { name: shown.name })
  return (
    <PanelButton label={label} look="quiet">
      {close => <ViewPanel {...props} onClose={close} onApplied={setApplied} />}
    </PanelButton>
  )
}
