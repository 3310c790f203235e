import { useQueryClient } from '@tanstack/react-query'
import { useNotify, useTranslate } from 'ra-core'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

import { homeOf, takeDestination } from '../../../providers/session.ts'
import type { Self } from '../../../resources/session.ts'
import { confKey, selfKey, useSession } from '../../session/sessionContext.ts'
import { useMessagesChanged } from '../../notices/unread.ts'
import { PasswordForm } from './PasswordForm.tsx'
import { Button, ButtonLink } from '../../ui/Button.tsx'

import './userPasswd.css'

/** The page that the user wanted before being redirected here, or before signing in. */
const useWantedPath = () => {
  const { state, pathname }: { state: { wanted?: string } | null; pathname: string } = useLocation()
  const { self } = useSession()
  return () => {
    const wanted = state?.wanted ?? takeDestination(self)
    return wanted.startsWith(pathname) ? homeOf(self) : wanted
  }
}

/** Page 修改密码; with an initial password it is the only page that can be opened (RouteGuard.tsx). */
export const UserPasswd = () => {
  const translate = useTranslate()
  const { self } = useSession()
  const client = useQueryClient()
  const notify = useNotify()
  const navigate = useNavigate()
  const wantedPath = useWantedPath()
  const messagesChanged = useMessagesChanged()
  const [isInitial] = useState(self.mustChangePwd === 1)
  const [isChanged, setChanged] = useState(false)
  const mayContinue = isInitial && isChanged && self.mustChangePwd === 0
  useEffect(() => {
    if (!mayContinue) return
    notify(translate('密码已修改，其他设备已退出登录'), { type: 'success' })
    void navigate(wantedPath(), { replace: true })
    // Runs once; the functions it uses are new on each render.
    // eslint-disable-next-line react/exhaustive-deps
  }, [mayContinue])

  const onChanged = async () => {
    setChanged(true)
    // Before the change, the server sends only the public part of the configuration.
    if (isInitial) await client.invalidateQueries({ queryKey: confKey })
    await client.invalidateQueries({ queryKey: selfKey })
    // Set even if the user's data could not be fetched again.
    client.setQueryData<Self>(selfKey, self => self && { ...self, mustChangePwd: 0 })
    // The server has sent the user a message about it.
    void messagesChanged()
  }
  return (
    <div className="password-page">
      {isInitial && (
        <p className="note is-waiting">
          {translate('您正在使用初始密码。请先设置只有您自己知道的密码，然后继续使用。')}
        </p>
      )}
      {isChanged && !isInitial ? (
        <ChangedNote onAgain={() => setChanged(false)} />
      ) : (
        <PasswordForm isInitial={isInitial} onChanged={onChanged} />
      )}
    </div>
  )
}

const ChangedNote = ({ onAgain }: { onAgain: () => void }) => {
  const translate = useTranslate()
  return (
    <div className="panel" role="status">
      <h2 className="section-title">{translate('密码已修改')}</h2>
      <p className="lead">{translate('其他设备已退出登录，须用新密码重新登录。这台设备不受影响。')}</p>
      <p className="cluster password-changed-actions">
        <ButtonLink to="/app/user/account/settings">{translate('查看登录设备')}</ButtonLink>
        <Button look="quiet" onClick={onAgain}>
          {translate('再次修改')}
        </Button>
      </p>
    </div>
  )
}
