import { useListContext } from 'ra-core'
import { useEffect } from 'react'

import type { AnyEntity } from '../../../resources/kit/index.ts'
import { preloadDialogs } from '../../record/actions/useActions.tsx'
import { preloadPopups } from '../../ui/PopupButton.tsx'
import { backgroundLimit, whenIdle } from '../../loading/whenIdle.ts'

/** Loads the form's code and creates its schemas, which would otherwise delay the click that opens the form. */
const prefetchForm = async (resource: AnyEntity) => {
  const [{ sectionsOf }] = await Promise.all([
    import('../../form/sections.ts'),
    import('../../record/ResourceForm.tsx'),
  ])
  whenIdle(() => void sectionsOf(resource, 'update'), backgroundLimit)
}

/**
 * Preloads the code that is likely to be needed next, in the first idle period after the rows are shown: forms, then
 * dialogs.
 */
export const usePrefetchNext = (resource: AnyEntity) => {
  const { views } = resource
  const { data, isFetching } = useListContext()
  const hasForm = Boolean(views.edit ?? views.create)
  // After a reload, restored rows are shown while the current ones are still being fetched.
  const hasRows = data !== undefined && !isFetching
  useEffect(() => {
    if (!hasRows) return
    return whenIdle(() => {
      // A failed import is reported when the form is opened.
      void (hasForm ? prefetchForm(resource).catch(() => {}) : Promise.resolve()).then(() => {
        preloadPopups()
        preloadDialogs()
      })
    }, backgroundLimit)
  }, [resource, hasForm, hasRows])
}
