import { bootstrapCalls } from '../../../../providers/bootstrapCalls.ts'
import { send } from '../../../../providers/request.ts'
import { signIn } from '../../../../providers/signIn.ts'
import type { FieldErrors } from '../../../../resources/domain/codes.ts'
import { lawyer } from '../../../../resources/domain/role.ts'
import { doorOf, linkButton, outcome, stepHead } from '../doorParts.ts'
import type { Door, Entrance } from '../doors.ts'
import { make, textAt, valueAt } from '../elements.ts'
import { proveMobile } from '../proveMobile.ts'
import { applicationOf, forgetProgress, keepProgress, type Progress, readProgress } from './application.ts'
import { passwordStep } from './passwordStep.ts'
import { profileStep } from './profileStep.ts'
import { standing } from './standing.ts'
import { translate } from '../../../../resources/kit/translate.ts'

const closed = (entrance: Entrance) =>
  outcome({
    tone: 'info',
    title: translate('没有开放自主注册'),
    text: [translate('律所只由管理员开通账号，请联系管理员。')],
    action: [translate('返回登录'), () => entrance.onLeave({})],
  })

type Place = { entrance: Entrance; show: (...content: readonly Node[]) => void }

const profile = async (place: Place, progress: Progress, errors: FieldErrors = {}) => {
  keepProgress(progress)
  const offices = await send(bootstrapCalls.offices)
  const step = profileStep({
    progress,
    asked: place.entrance.options.registerFields,
    offices,
    onChange: application => keepProgress({ ...progress, application }),
    onDone: application => secure(place, { ...progress, application }),
    onOtherMobile: () => prove(place, ''),
  })
  place.show(...step.content)
  if (Object.keys(errors).length > 0) step.showErrors(errors)
}

const secure = (place: Place, progress: Progress) => {
  keepProgress(progress)
  const { mobile } = progress
  const backTo = (errors?: FieldErrors) =>
    void profile(place, progress, errors).catch(() => prove(place, mobile))
  const step = passwordStep({
    progress,
    options: place.entrance.options,
    onRegistered: (status, password) => finish(place, mobile, status, password),
    onWrong: backTo,
    onOverdue: () => prove(place, mobile, translate('验证已过期，请重新验证手机号，已填写的资料会保留')),
    onBack: () => backTo(),
  })
  place.show(...step)
}

const finish = async ({ entrance, show }: Place, mobile: string, status: number, password: string) => {
  forgetProgress()
  if (status === 1)
    return entrance.onSigned(
      await signIn({ userType: lawyer, account: mobile, password, isRemembered: false }),
    )
  show(
    ...outcome({
      tone: 'waiting',
      title: translate('已提交，等待审核'),
      text: [
        make('p', {}, translate('管理员审核通过后，用手机号和刚设置的密码登录。')),
        make('p', {}, translate('想知道进度时，在“注册律师账号”里再次验证手机号即可。')),
      ],
      action: [translate('返回登录'), () => entrance.onLeave({ userType: lawyer, account: mobile })],
    }),
  )
}

/** What a proved number leads to: a new application, or how the one that there is stands. */
const stand = async (place: Place, mobile: string, ticket: string) => {
  const found = await send(bootstrapCalls.checkMobile, { mobile, ticket })
  const kept = readProgress()
  const application = kept?.mobile === mobile ? kept.application : applicationOf(null)
  if (valueAt(found, 'available') === true) return profile(place, { mobile, ticket, application })
  showStanding(place, { mobile, ticket }, found)
}

/** How the application of a number stands, and what may be done; `ticket` proves the number. */
const showStanding = (
  place: Place,
  { mobile, ticket }: Pick<Progress, 'mobile' | 'ticket'>,
  found: unknown,
) => {
  const { entrance, show } = place
  const written = { mobile, ticket, application: applicationOf(valueAt(found, 'application')) }
  const ways = {
    signIn: () => entrance.onLeave({ userType: lawyer, account: mobile }),
    recover: () => {
      location.hash = '#recover'
    },
    correct: () => void profile(place, written).catch(() => prove(place, mobile)),
  }
  const reason = textAt(found, 'reason')
  show(...standing(Number(valueAt(found, 'status') ?? 1), { mobile, reason }, ways))
}

const prove = (place: Place, mobile: string, sentence = '') => {
  const { form, line } = proveMobile({
    scene: 'register',
    mobile,
    label: translate('下一步'),
    sendCode: input => send(bootstrapCalls.registerCode, input),
    onProved: (proved, ticket) => stand(place, proved, ticket),
  })
  line.textContent = sentence
  const leave = linkButton(translate('已有账号，去登录'), () => place.entrance.onLeave({ userType: lawyer }))
  place.show(...stepHead(translate('注册律师账号'), 1, 3), form, make('p', { class: 'between ways' }, leave))
}

/** 注册: from a mobile number to an account that waits for approval, or to a correction of a refused one. */
export const registrationDoor: Door = entrance => {
  const { section, show } = doorOf()
  if (!entrance.options.register) {
    show(...closed(entrance))
    return section
  }
  const place = { entrance, show }
  const { refused } = entrance
  if (refused?.ticket) {
    showStanding(place, refused, { ...refused, status: 2 })
    return section
  }
  const kept = readProgress()
  prove(place, kept?.mobile ?? entrance.account)
  // Loaded again in the midst of it: the step goes on while its proof is good.
  if (kept?.ticket) profile(place, kept).catch(() => {})
  return section
}
