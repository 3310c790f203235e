import { useNotificationContext } from 'ra-core'
import { useState } from 'react'

import { lazyComponent } from './lazyComponent.tsx'

const Notification = lazyComponent(() => import('./Notification.tsx').then(it => it.Notification))

/** No part of a first screen: its code comes with the first message, which waits in its queue. */
export const LazyNotification = () => {
  const { notifications } = useNotificationContext()
  const [isNeeded, setNeeded] = useState(false)
  if (notifications.length > 0 && !isNeeded) setNeeded(true)
  return isNeeded && <Notification />
}
