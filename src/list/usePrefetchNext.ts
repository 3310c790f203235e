import { useListContext } from 'ra-core'
import { useEffect } from 'react'

import type { AnyEntity } from '../../resources/kit/index.ts'
import { preloadDialogs } from '../record/actions/useActions.tsx'
import { preloadPopups } from '../shell/PopupButton.tsx'
import { inPause } from '../shell/inPause.ts'

/** Schemas are made where they are first asked for, which otherwise is under the click that opens a form. */
const prefetchForm = async (resource: AnyEntity) => {
  const [{ sectionsOf }] = await Promise.all([
    import('../form/sections.ts'),
    import('../record/ResourceForm.tsx'),
  ])
  inPause(() => void sectionsOf(resource, 'update'))
}

/** What most often comes next: its code is fetched in the first pause after the rows are drawn, forms before the rest. */
export const usePrefetchNext = (resource: AnyEntity) => {
  const { views } = resource
  const { data, isFetching } = useListContext()
  const hasForm = Boolean(views.edit ?? views.create)
  // Rows that a reload shows from before stand there while the new ones are on their way.
  const hasRows = data !== undefined && !isFetching
  useEffect(() => {
    if (!hasRows) return
    return inPause(() => {
      // A failure shows when it is used.
      void (hasForm ? prefetchForm(resource).catch(() => {}) : Promise.resolve()).then(() => {
        preloadPopups()
        preloadDialogs()
      })
    })
  }, [resource, hasForm, hasRows])
}
