import { useQueryClient } from '@tanstack/react-query'
import { useNotify } from 'ra-core'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Link } from 'react-router-dom'

import { mayCall } from '../../../providers/access.ts'
import { lawyer } from '../../../resources/kit/index.ts'
import { lawyers } from '../../../resources/lawyers/index.ts'
import { selfKey, useShell } from '../../layout/shell.ts'
import { useMessagesChanged } from '../../layout/unread.ts'
import { Devices, devicesKey } from './Devices.tsx'
import { Profile } from './Profile.tsx'

import '../../actions/actions.css'
import '../../fields/fields.css'
import '../../views/views.css'
import './userAccount.css'

const MobileDialog = lazy(() => import('./MobileDialog.tsx').then(it => ({ default: it.MobileDialog })))
const QuestionDialog = lazy(() => import('./QuestionDialog.tsx').then(it => ({ default: it.QuestionDialog })))

const Person = () => {
  const { name, avatar, organizationName, userType } = useShell().self
  return (
    <section className="account-section account-person" aria-label="账户">
      {avatar ? (
        <img src={avatar} alt="头像" />
      ) : (
        <span className="account-initial" aria-hidden>
          {Array.from(name)[0]}
        </span>
      )}
      <div>
        <h2>{name}</h2>
        <p>{organizationName}</p>
        {userType === lawyer ? (
          <p className="field-hint">
            姓名和所属律所由管理员维护,需要更正请联系<Link to="/app/user/admin">管理员</Link>。
          </p>
        ) : (
          <p className="field-hint">姓名、手机号和邮箱由主管理员在“律所管理”中维护。</p>
        )}
      </div>
    </section>
  )
}

const Line = ({ label, value, children }: { label: string; value: string; children?: ReactNode }) => (
  <div className="account-line">
    <dt>{label}</dt>
    <dd>
      <span>{value}</span>
      {children}
    </dd>
  </div>
)

/** What opens the account. */
const Security = () => {
  const { self, conf } = useShell()
  const client = useQueryClient()
  const notify = useNotify()
  const messagesChanged = useMessagesChanged()
  const [asking, setAsking] = useState<'mobile' | 'question' | null>(null)
  const mayChangeMobile = self.userType === lawyer && mayCall(lawyers.calls.updateMobile, self)
  const saved = (sentence: string) => {
    setAsking(null)
    notify(`${sentence},其他设备已退出登录`, { type: 'success' })
    void client.invalidateQueries({ queryKey: selfKey })
    void client.invalidateQueries({ queryKey: devicesKey })
    // The server has written to the owner about it.
    void messagesChanged()
  }
  return (
    <section className="account-section" aria-label="登录与安全">
      <h2>登录与安全</h2>
      <dl>
        <Line label="手机号" value={self.mobileMasked}>
          {mayChangeMobile && (
            <button type="button" className="button button-quiet" onClick={() => setAsking('mobile')}>
              修改手机号
            </button>
          )}
        </Line>
        <Line label="密码" value="********">
          <Link className="button button-quiet" to="/app/user/account/passwd">
            修改密码
          </Link>
        </Line>
        <Line label="密保问题" value={self.hasQuestion ? '已设置' : '未设置'}>
          <button type="button" className="button button-quiet" onClick={() => setAsking('question')}>
            {self.hasQuestion ? '重新设置' : '设置密保问题'}
          </button>
        </Line>
      </dl>
      {conf.login.questionRecovery === 0 && (
        <p className="field-hint">律所目前没有开启“密保问题找回”,设置后待开启时可用。</p>
      )}
      <Suspense fallback={null}>
        {asking === 'mobile' && (
          <MobileDialog onClose={() => setAsking(null)} onSaved={masked => saved(`手机号已改为 ${masked}`)} />
        )}
        {asking === 'question' && (
          <QuestionDialog onClose={() => setAsking(null)} onSaved={() => saved('密保问题已设置')} />
        )}
      </Suspense>
    </section>
  )
}

/** 修改账户: who one is here, what one may change oneself, and where one is signed in. */
export const UserAccount = () => {
  const { self } = useShell()
  return (
    <div className="account">
      <Person />
      {self.userType === lawyer && <Profile />}
      <Security />
      <section className="account-section" aria-label="登录设备">
        <h2>登录设备</h2>
        <Devices />
      </section>
    </div>
  )
}
