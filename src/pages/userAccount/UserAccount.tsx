import { useQueryClient } from '@tanstack/react-query'
import { useNotify, useTranslate } from 'ra-core'
import { type ReactNode, useEffect, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'

import { takeDestination } from '../../../providers/session.ts'
import { lawyerPopulation } from '../../../resources/domain/role.ts'
import { lawyers } from '../../../resources/lawyers/index.ts'
import { useServedCall } from '../../session/useCall.ts'
import { useRights } from '../../session/useRights.ts'
import { PersonPicture } from '../../fields/choice/PersonPicture.tsx'
import { confKey, selfKey, useSession } from '../../session/sessionContext.ts'
import { useMessagesChanged } from '../../notices/unread.ts'
import { OwnDevices, devicesKey } from './Devices.tsx'
import { MailSection } from './MailSection.tsx'
import { OwnData } from './OwnData.tsx'
import { ProfileForm } from './Profile.tsx'
import { PasskeySection } from './factors/PasskeySection.tsx'
import { TwoStepSection } from './factors/TwoStepSection.tsx'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { MobileDialog } from './MobileDialog.tsx'
import { QuestionDialog } from './QuestionDialog.tsx'
import { Substitutes } from './Substitutes.tsx'

import './userAccount.css'

const AccountHeader = () => {
  const translate = useTranslate()
  const { name, avatar, organizationName, userType } = useSession().self
  return (
    <section className="panel account-person" aria-label={translate('账户')}>
      <PersonPicture name={name} picture={avatar} alt={translate('头像')} />
      <div>
        <h2>{name}</h2>
        <p className="lead">{organizationName}</p>
        {userType === lawyerPopulation ? (
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

const AccountLine = ({ label, value, children }: { label: string; value: string; children?: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd className="cluster">
      <span>{value}</span>
      {children}
    </dd>
  </div>
)

/** Mobile number, password and security question of the account. */
const SecuritySection = () => {
  const translate = useTranslate()
  const { self, conf } = useSession()
  const { can } = useRights()
  const client = useQueryClient()
  const notify = useNotify()
  const messagesChanged = useMessagesChanged()
  const [openDialog, setOpenDialog] = useState<'mobile' | 'question' | null>(null)
  const mayChangeMobile = self.userType === lawyerPopulation && can(lawyers, 'updateMobile')
  const onSaved = (sentence: string) => {
    setOpenDialog(null)
    notify(translate('%{sentence}，其他设备已退出登录', { sentence }), { type: 'success' })
    void client.invalidateQueries({ queryKey: selfKey })
    void client.invalidateQueries({ queryKey: devicesKey })
    // The server has sent the user a message about it.
    void messagesChanged()
  }
  return (
    <section className="panel" aria-label={translate('登录与安全')}>
      <h2 className="section-title">{translate('登录与安全')}</h2>
      <dl className="facts lined account-lines">
        <AccountLine label={translate('手机号')} value={self.mobileMasked}>
          {mayChangeMobile && (
            <Button look="quiet" onClick={() => setOpenDialog('mobile')}>
              {translate('修改手机号')}
            </Button>
          )}
        </AccountLine>
        <AccountLine label={translate('密码')} value="********">
          <ButtonLink look="quiet" to="/app/user/account/passwd">
            {translate('修改密码')}
          </ButtonLink>
        </AccountLine>
        <AccountLine
          label={translate('密保问题')}
          value={self.hasQuestion ? translate('已设置') : translate('未设置')}
        >
          <Button look="quiet" onClick={() => setOpenDialog('question')}>
            {self.hasQuestion ? translate('重新设置') : translate('设置密保问题')}
          </Button>
        </AccountLine>
      </dl>
      {conf.login.questionRecovery === 0 && (
        <p className="field-hint">{translate('律所没有开启“密保问题找回”，开启后才能使用。')}</p>
      )}
      {openDialog === 'mobile' && (
        <MobileDialog
          onClose={() => setOpenDialog(null)}
          onSaved={masked => onSaved(translate('手机号已改为 %{masked}', { masked }))}
        />
      )}
      {openDialog === 'question' && (
        <QuestionDialog
          onClose={() => setOpenDialog(null)}
          onSaved={() => onSaved(translate('密保问题已设置'))}
        />
      )}
    </section>
  )
}

/** For users who have to set up a second factor first: afterwards continues with the page they wanted. */
const useForcedSetUp = () => {
  const { self } = useSession()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { state }: { state: { wanted?: string } | null } = useLocation()
  const [isForced] = useState(self.mustSetFactor === 1)
  const mayContinue = isForced && !self.mustSetFactor
  const [isSetUp, setSetUp] = useState(false)
  useEffect(() => {
    if (mayContinue && isSetUp) void navigate(state?.wanted ?? takeDestination(self), { replace: true })
    // Runs once; the functions it uses are new on each render.
    // eslint-disable-next-line react/exhaustive-deps
  }, [mayContinue, isSetUp])
  const onSetUp = async () => {
    setSetUp(true)
    // Before the setup, the server sends only the public part of the configuration.
    await client.invalidateQueries({ queryKey: confKey })
    await client.invalidateQueries({ queryKey: selfKey })
  }
  return { isForced, onSetUp }
}

/** Page 修改账户: profile, security, second factor, passkeys and devices of the own account. */
export const UserAccount = () => {
  const translate = useTranslate()
  const { self } = useSession()
  const hasSessions = useServedCall('session.sessions') !== null
  const hasSubstitutes = useServedCall('reviews.substitutes') !== null
  const chooseCall = useServedCall('messages.chooseMail')
  const hasFactor = useServedCall('session.factor') !== null
  const hasPasskeys = useServedCall('session.passkeys') !== null
  const { isForced, onSetUp } = useForcedSetUp()
  if (isForced && hasFactor)
    return (
      <div className="stack account">
        <p className="note is-waiting">{translate('律所要求您使用两步验证。请先开启，然后继续使用。')}</p>
        <TwoStepSection onSetUp={() => void onSetUp()} />
        {hasPasskeys && <PasskeySection onSetUp={() => void onSetUp()} />}
      </div>
    )
  return (
    <div className="stack account">
      <AccountHeader />
      {self.userType === lawyerPopulation && <ProfileForm />}
      {!self.view && <SecuritySection />}
      {hasFactor && <TwoStepSection />}
      {self.userType !== lawyerPopulation && hasSubstitutes && <Substitutes />}
      {!self.view && chooseCall && <MailSection chooseCall={chooseCall} />}
      {hasPasskeys && <PasskeySection />}
      {hasSessions && (
        <section className="panel" aria-label={translate('登录设备')}>
          <h2 className="section-title">{translate('登录设备')}</h2>
          <OwnDevices />
        </section>
      )}
      {!self.view && <OwnData />}
    </div>
  )
}
