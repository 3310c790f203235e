import { notify, type Sender } from './notify.ts'

type Applicant = { id: number; name: string; organizationId: number }

/** Notifies everybody who may decide about the registration. */
export const notifyRegistered = (
  sender: Sender,
  { id, name, organizationId }: Applicant,
  isPassed: boolean,
) =>
  notify(
    { ...sender, caller: null },
    {
      type: 2,
      title: `${name}注册了账号`,
      content: isPassed ? `${name}已注册并直接通过。` : `${name}提交了注册申请，请审核。`,
      bizType: 'lawyer',
      bizId: id,
      link: `/app/lawyer/${id}`,
    },
    { reviewing: 'lawyer.pass', organizationId },
  )

/**
 * A refused person can read the message only after a later approval; until then the sign-in page shows the
 * reason.
 */
export const notifyRegistrationDecided = (
  sender: Sender,
  id: number,
  isPassed: boolean,
  reason: string | null,
) =>
  notify(
    sender,
    {
      type: 2,
      bizType: 'lawyer',
      bizId: id,
      link: '/app/user/dashboard',
      ...(isPassed
        ? { title: '注册审核已通过', content: '您的注册申请已通过，现在可以登录并完善名片。' }
        : { title: '注册审核未通过', content: `原因：${reason ?? ''}。请修改后重新提交。` }),
    },
    { population: 2, ids: [id] },
  )
