import { type ComponentProps, lazy, Suspense } from 'react'

import type { ComboBox } from './ComboBox.tsx'

const Loaded = lazy(() => import('./ComboBox.tsx').then(it => ({ default: it.ComboBox })))

/** MUI's autocomplete and the list's behaviour come with the first form that has a long choice. */
export const LazyComboBox = (props: ComponentProps<typeof ComboBox>) => (
  <Suspense fallback={<div className="control">{props.value.map(it => it.name).join('、')}</div>}>
    <Loaded {...props} />
  </Suspense>
)
