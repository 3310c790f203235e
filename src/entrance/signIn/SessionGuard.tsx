import { useQueryClient } from '@tanstack/react-query'
import { useNotify, useTranslate } from 'ra-core'
import { useEffect, useState } from 'react'

import { unreachableFailure } from '../../../providers/envelope.ts'
import { answerRenewal, onSession, readUser } from '../../../providers/session.ts'
import { lazyComponent } from '../../loading/lazyComponent.tsx'
import { selfKey } from '../../session/sessionContext.ts'

const SignInAgain = lazyComponent(() => import('./SignInAgain.tsx').then(it => it.SignInAgain))

/** Notifies that the session has expired, and where possible lets the user sign in again without leaving the page. */
export const SessionGuard = () => {
  const translate = useTranslate()
  const client = useQueryClient()
  const notify = useNotify()
  const [isAsking, setIsAsking] = useState(false)
  useEffect(
    () =>
      onSession(event => {
        if (event === 'password') return void client.invalidateQueries({ queryKey: selfKey })
        if (event === 'unreachable') return notify(unreachableFailure.message, { type: 'error' })
        // The banner of the view says so.
        if (event === 'viewOver') return
        notify(translate('登录超时'), { type: 'warning' })
        if (event === 'timeout') setIsAsking(true)
      }),
    [client, notify, translate],
  )
  const user = readUser()
  const close = () => {
    // Rejects the calls that wait for a new session.
    answerRenewal(false)
    setIsAsking(false)
  }
  if (!isAsking || !user) return null
  return <SignInAgain user={user} onClose={close} />
}
