import type { Population } from '../../resources/domain/role.ts'
import { maskMiddle } from '../../resources/kit/index.ts'
import type { Caller, Context } from '../context/context.ts'
import { notify, type Sender } from './notify.ts'

type AccountKey = { population: Population; id: number }
/** A sender with the address of the request. */
type RequestSender = Sender & Pick<Context, 'ip'>
type MessageText = { title: string; content: string; level?: 2 }

/** Sends a message whose link leads to the account page, which administrators and lawyers share. */
const notifyAccount = (sender: Sender, population: Population, ids: readonly number[], text: MessageText) =>
  notify(
    sender,
    { type: 5, bizType: 'account', link: '/app/user/account/settings', ...text },
    { population, ids },
  )

/** The password was changed by its owner, who may not know of every passkey. */
export const notifyPasskeysRemain = (sender: RequestSender, { population, id }: AccountKey, count: number) =>
  notifyAccount({ ...sender, caller: null }, population, [id], {
    level: 2,
    title: '请核对您的通行密钥',
    content: `密码已修改，但已添加的${count}个通行密钥仍可登录您的账号，不用密码。请在“修改账户”中核对，移除不是您添加的。`,
  })

/** For an unknown name the same statement runs without a receiver, so that the two take the same time. */
export const notifyAccountLocked = (sender: RequestSender, population: Population, id: number | null) =>
  notifyAccount({ ...sender, caller: null }, population, id === null ? [] : [id], {
    level: 2,
    title: '账号因多次登录失败被锁定',
    content: `有人多次用错误的密码或验证码登录您的账号（来自 ${sender.ip}）。如果不是您本人，请尽快修改密码。`,
  })

export const notifyNewDevice = (sender: RequestSender, { population, id }: AccountKey) =>
  notifyAccount({ ...sender, caller: null }, population, [id], {
    title: '您的账号在新设备上登录',
    content: `您的账号刚刚在新的设备或浏览器上登录（来自 ${sender.ip}）。如果不是您本人，请退出该设备并修改密码。`,
  })

export const notifyPasswordRecovered = (
  sender: RequestSender,
  { population, id }: AccountKey,
  proof: '密保问题' | '短信验证码',
) =>
  notifyAccount({ ...sender, caller: null }, population, [id], {
    level: 2,
    title: `您的登录密码已通过${proof}重设`,
    content: `您的登录密码已重设（来自 ${sender.ip}）。如果不是您本人操作，请立即联系管理员。`,
  })

export const notifyRecoveryCodeUsed = (
  sender: RequestSender,
  { population, id }: AccountKey,
  codesLeft: number,
) =>
  notifyAccount({ ...sender, caller: null }, population, [id], {
    level: 2,
    title: '您的账号通过恢复码登录',
    content: `您的账号刚刚用一个恢复码通过了两步验证（来自 ${sender.ip}），剩余${codesLeft}个恢复码。如果不是您本人，请立即修改密码并联系管理员。`,
  })

/** An administrator has removed a person's second factor. */
export const notifyFactorRemoved = (sender: Sender & { caller: Caller }, { population, id }: AccountKey) =>
  notifyAccount(sender, population, [id], {
    level: 2,
    title: '您的两步验证已被关闭',
    content: `${sender.caller.name}关闭了您的两步验证。如果您没有要求，请立即联系管理员。`,
  })

/** An administrator has ended sessions of a person. */
export const notifySessionsEnded = (
  sender: Sender & { caller: Caller },
  { population, id }: AccountKey,
  ended: number,
) =>
  notifyAccount(sender, population, [id], {
    level: 2,
    title: '您的登录已被管理员结束',
    content: `${sender.caller.name}结束了您的${ended}个登录会话，密码不变，可以重新登录。如有疑问，请联系管理员。`,
  })

const ownChanges = {
  password: '您的登录密码已修改',
  question: '您的密保问题已修改',
  mobile: '您的登录手机号已修改',
  account: '您的登录账号已修改',
  factor: '您的两步验证已修改',
  passkeyAdded: '您的账号添加了通行密钥',
  passkeyRemoved: '您的账号移除了通行密钥',
}

/** A credential of the caller's own account was changed within the caller's session. */
export const notifyOwnChange = (
  sender: RequestSender & { caller: Caller },
  changed: keyof typeof ownChanges,
) => {
  const { caller, ip } = sender
  const title = ownChanges[changed]
  const content = `${title}（来自 ${ip}）。如果不是您本人操作，请立即联系管理员。`
  return notifyAccount(sender, caller.population, [caller.id], { level: 2, title, content })
}

export const notifyLawyerMobileChanged = (sender: Sender, id: number, mobile: string) => {
  const masked = maskMiddle(mobile)
  return notifyAccount(sender, 2, [id], {
    level: 2,
    title: '您的登录手机号已修改',
    content: `登录手机号已改为${masked}。如果不是您本人要求，请立即联系管理员。`,
  })
}

export const notifyLawyerPasswordReset = (sender: Sender & { caller: Caller }, id: number) =>
  notifyAccount(sender, 2, [id], {
    level: 2,
    title: '您的密码已被重置',
    content: `${sender.caller.name}重置了您的登录密码。如果您没有要求，请立即联系管理员。`,
  })

type AdminChange = { isReset: boolean; mobile?: string | undefined; account?: string | null | undefined }

/**
 * Credentials of an administrator's account were changed, by another administrator or by the account's owner.
 */
export const notifyAdminAccountChanged = async (
  sender: RequestSender & { caller: Caller },
  id: number,
  { isReset, mobile, account }: AdminChange,
) => {
  const { caller } = sender
  if (caller.id === id) {
    if (mobile !== undefined) await notifyOwnChange(sender, 'mobile')
    if (account) await notifyOwnChange(sender, 'account')
    return
  }
  if (isReset)
    await notifyAccount(sender, 1, [id], {
      level: 2,
      title: '您的密码已被重置',
      content: `${caller.name}重置了您的登录密码。`,
    })
  if (mobile !== undefined) {
    const masked = maskMiddle(mobile)
    await notifyAccount(sender, 1, [id], {
      level: 2,
      title: '您的手机号已修改',
      content: `${caller.name}将您的手机号改为${masked}。`,
    })
  }
  if (account)
    await notifyAccount(sender, 1, [id], {
      level: 2,
      title: '您的登录账号已修改',
      content: `${caller.name}修改了您的登录账号。如果您没有要求，请立即联系总所管理员。`,
    })
}
