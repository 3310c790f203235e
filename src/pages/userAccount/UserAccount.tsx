import { useQueryClient } from '@tanstack/react-query'
import { useNotify, useTranslate } from 'ra-core'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'

import { lawyer } from '../../../resources/domain/role.ts'
import { lawyers } from '../../../resources/lawyers/index.ts'
import { useRights } from '../../shell/useRights.ts'
import { PersonPicture } from '../../fields/PersonPicture.tsx'
import { lazyComponent } from '../../shell/lazyComponent.tsx'
import { selfKey, useAddition, useSession } from '../../shell/sessionContext.ts'
import { useMessagesChanged } from '../../shell/unread.ts'
import { Devices, devicesKey } from './Devices.tsx'
import { Profile } from './Profile.tsx'
import { Button, ButtonLink } from '../../shell/Button.tsx'

import './userAccount.css'

const MobileDialog = lazyComponent(() => import('./MobileDialog.tsx').then(it => it.MobileDialog))
const QuestionDialog = lazyComponent(() => import('./QuestionDialog.tsx').then(it => it.QuestionDialog))

const Person = () => {
  const translate = useTranslate()
  const { name, avatar, organizationName, userType } = useSession().self
  return (
    <section className="panel account-person" aria-label={translate('账户')}>
      <PersonPicture name={name} picture={avatar} alt={translate('头像')} />
      <div>
        <h2>{name}</h2>
        <p className="lead">{organizationName}</p>
        {userType === lawyer ? (
          <p className="field-hint">
            {translate('姓名和所属律所由管理员维护，需要更正请联系')}
            <Link to="/app/user/admin">{translate('管理员@sentence')}</Link>
            {translate('。')}
          </p>
        ) : (
          <p className="field-hint">{translate('姓名、手机号和邮箱由主管理员在“律所管理”中维护。')}</p>
        )}
      </div>
    </section>
  )
}

const Line = ({ label, value, children }: { label: string; value: string; children?: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd className="cluster">
      <span>{value}</span>
      {children}
    </dd>
  </div>
)

/** What opens the account. */
const Security = () => {
  const translate = useTranslate()
  const { self, conf } = useSession()
  const { can } = useRights()
  const client = useQueryClient()
  const notify = useNotify()
  const messagesChanged = useMessagesChanged()
  const [asking, setAsking] = useState<'mobile' | 'question' | null>(null)
  const mayChangeMobile = self.userType === lawyer && can(lawyers, 'updateMobile')
  const saved = (sentence: string) => {
    setAsking(null)
    notify(translate('%{sentence}，其他设备已退出登录', { sentence }), { type: 'success' })
    void client.invalidateQueries({ queryKey: selfKey })
    void client.invalidateQueries({ queryKey: devicesKey })
    // The server has written to the owner about it.
    void messagesChanged()
  }
  return (
    <section className="panel" aria-label={translate('登录与安全')}>
      <h2 className="section-title">{translate('登录与安全')}</h2>
      <dl className="facts lined account-lines">
        <Line label={translate('手机号')} value={self.mobileMasked}>
          {mayChangeMobile && (
            <Button look="quiet" onClick={() => setAsking('mobile')}>
              {translate('修改手机号')}
            </Button>
          )}
        </Line>
        <Line label={translate('密码')} value="********">
          <ButtonLink look="quiet" to="/app/user/account/passwd">
            {translate('修改密码')}
          </ButtonLink>
        </Line>
        <Line
          label={translate('密保问题')}
          value={self.hasQuestion ? translate('已设置') : translate('未设置')}
        >
          <Button look="quiet" onClick={() => setAsking('question')}>
            {self.hasQuestion ? translate('重新设置') : translate('设置密保问题')}
          </Button>
        </Line>
      </dl>
      {conf.login.questionRecovery === 0 && (
        <p className="field-hint">{translate('律所目前没有开启“密保问题找回”，设置后待开启时可用。')}</p>
      )}
      {asking === 'mobile' && (
        <MobileDialog
          onClose={() => setAsking(null)}
          onSaved={masked => saved(translate('手机号已改为 %{masked}', { masked }))}
        />
      )}
      {asking === 'question' && (
        <QuestionDialog onClose={() => setAsking(null)} onSaved={() => saved(translate('密保问题已设置'))} />
      )}
    </section>
  )
}

/** 修改账户: who one is here, what one may change oneself, and where one is signed in. */
export const UserAccount = () => {
  const translate = useTranslate()
  const { self } = useSession()
  const listing = useAddition('session.sessions')
  return (
    <div className="stack account">
      <Person />
      {self.userType === lawyer && <Profile />}
      <Security />
      {listing && (
        <section className="panel" aria-label={translate('登录设备')}>
          <h2 className="section-title">{translate('登录设备')}</h2>
          <Devices listing={listing} />
        </section>
      )}
    </div>
  )
}
