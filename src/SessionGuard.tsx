import { useQueryClient } from '@tanstack/react-query'
import { useNotify } from 'ra-core'
import { lazy, Suspense, useEffect, useState } from 'react'

import { onSession, readUser } from '../providers/session.ts'
import { selfKey } from './layout/shell.ts'

const SignInAgain = lazy(async () => ({
  default: (await import('./pages/signIn/SignInAgain.tsx')).SignInAgain,
}))

/** Tells that the session is over; where a code allows it, lets the user sign in again where he is. */
export const SessionGuard = () => {
  const client = useQueryClient()
  const notify = useNotify()
  const [isAsking, setIsAsking] = useState(false)
  useEffect(
    () =>
      onSession(event => {
        if (event === 'password') return void client.invalidateQueries({ queryKey: selfKey })
        notify('登录超时', { type: 'warning' })
        if (event === 'timeout') setIsAsking(true)
      }),
    [client, notify],
  )
  const user = readUser()
  if (!isAsking || !user) return null
  return (
    <Suspense>
      <SignInAgain user={user} onClose={() => setIsAsking(false)} />
    </Suspense>
  )
}
