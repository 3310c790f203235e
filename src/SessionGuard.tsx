import { useNotify } from 'ra-core'
import { lazy, Suspense, useEffect, useState } from 'react'

import { onSession, readUser } from '../providers/session.ts'

const SignInAgain = lazy(async () => ({
  default: (await import('./pages/signIn/SignInAgain.tsx')).SignInAgain,
}))

/** Tells that the session is over; where a code allows it, lets the user sign in again where he is. */
export const SessionGuard = () => {
  const notify = useNotify()
  const [isAsking, setIsAsking] = useState(false)
  useEffect(
    () =>
      onSession(event => {
        notify('登录超时', { type: 'warning' })
        if (event === 'timeout') setIsAsking(true)
      }),
    [notify],
  )
  const user = readUser()
  if (!isAsking || !user) return null
  return (
    <Suspense>
      <SignInAgain user={user} onClose={() => setIsAsking(false)} />
    </Suspense>
  )
}
