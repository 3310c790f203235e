import { useNotificationContext } from 'ra-core'
import { lazy, Suspense, useState } from 'react'

const Toasts = lazy(async () => ({ default: (await import('./Toasts.tsx')).Toasts }))

/** Toasts are not part of a first screen: their code comes with the first message, which waits in its queue. */
export const ToastsOnDemand = () => {
  const { notifications } = useNotificationContext()
  const [isNeeded, setNeeded] = useState(false)
  if (notifications.length > 0 && !isNeeded) setNeeded(true)
  return <Suspense>{isNeeded && <Toasts />}</Suspense>
}
