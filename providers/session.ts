import Cookies from 'js-cookie'

import type { Population, Role } from '../resources/kit/role.ts'

const tokenName = 'tenant-admin-token'
const userKey = 'tenant-admin:userinfo'
const wantedKey = 'tenant-admin:wanted'
const rememberedDays = 7
/** From the message to the root, after the server ended the session (specification, section 9). */
const redirectDelay = 2000

/** Every address of the client stands under it. */
export const appBase = '/web'

/** Whom this browser believes to be signed in; what he may do the server decides at every call. */
export type UserInfo = { id: number; userType: Population; name: string; auth: Role[] }

export const readToken = () => Cookies.get(tokenName)

const isUserInfo = (value: unknown): value is UserInfo => {
  const { id, userType, name, auth } = (value ?? {}) as Partial<UserInfo>
  return (
    Number.isInteger(id) &&
    (userType === 1 || userType === 2) &&
    typeof name === 'string' &&
    Array.isArray(auth)
  )
}

const parseUser = (text: string | null): UserInfo | null => {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    return isUserInfo(value) ? value : null
  } catch {
    return null
  }
}

/** Null without a token, and when what is stored can't be read. */
export const readUser = () => (readToken() ? parseUser(localStorage.getItem(userKey)) : null)

const storedIdentity = () => {
  const user = parseUser(localStorage.getItem(userKey))
  return user && `${user.userType}-${user.id}`
}

/** Of whom this document shows data. */
let shown: string | null = null

export const writeUser = ({ id, userType, name, auth }: UserInfo) => {
  localStorage.setItem(userKey, JSON.stringify({ name, auth, id, userType }))
  shown = storedIdentity()
}

const cookie = () => ({
  path: appBase,
  sameSite: 'strict' as const,
  secure: location.protocol === 'https:',
})

/** A session cookie; 7 days when the user asked to be remembered. */
export const startSession = (token: string, user: UserInfo, isRemembered: boolean) => {
  Cookies.set(tokenName, token, { ...cookie(), ...(isRemembered && { expires: rememberedDays }) })
  writeUser(user)
}

const clearToken = () => Cookies.remove(tokenName, cookie())

/** Forgets the user; other tabs hear of it through the storage. */
export const clearSession = () => {
  clearToken()
  localStorage.removeItem(userKey)
}

export const homeOf = ({ auth }: UserInfo) => (auth.includes('admin') ? '/app/office' : '/app/user/dashboard')

/** Loads another document, so that nothing of this user stays in memory. */
const leaveFor = (path: string) => location.replace(appBase + path)

/**
 * `expired`: the session is over, the root follows. `timeout`: the user may sign in again where he is. `password`: he
 * must first replace an initial password, which somebody has just set.
 */
export type SessionEvent = 'expired' | 'timeout' | 'password'
type Listener = (event: SessionEvent) => void
const listeners = new Set<Listener>()
export const onSession = (listener: Listener) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
export const tell = (event: SessionEvent) => listeners.forEach(listener => listener(event))

let isOver = false
/** The page is about to be left by itself: nothing may ask the user to stay. */
export const isEnding = () => isOver

export const endSession = () => {
  isOver = true
  sessionStorage.removeItem(wantedKey)
  clearSession()
  leaveFor('/login')
}

/** 4003: the message and an empty cookie now, the root after 2 s; however many calls are answered so, once. */
export const expireSession = () => {
  if (isOver) return
  isOver = true
  clearToken()
  tell('expired')
  setTimeout(() => {
    clearSession()
    leaveFor('/')
  }, redirectDelay)
}

let renewal: PromiseWithResolvers<boolean> | null = null

/** 4004 and 4008: asks the user to sign in again in place; false when he would rather not. */
export const askToRenew = (): Promise<boolean> => {
  if (listeners.size === 0) return Promise.resolve(false)
  if (!renewal) {
    renewal = Promise.withResolvers()
    tell('timeout')
  }
  return renewal.promise
}

export const answerRenewal = (isRenewed: boolean) => {
  renewal?.resolve(isRenewed)
  renewal = null
}

/** Another tab signed out or in as somebody else, or the browser shows a page kept from before: start anew. */
export const watchOtherTabs = () => {
  const compare = () => {
    if (isOver || storedIdentity() === shown) return
    isOver = true
    leaveFor('/')
  }
  shown = storedIdentity()
  window.addEventListener('storage', ({ key }) => {
    if (key === userKey || key === null) compare()
  })
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) compare()
  })
}

/** Where a visitor wanted to go before he was asked to sign in; a path of ours, since only `pathname` gets here. */
export const rememberWanted = (path: string) => sessionStorage.setItem(wantedKey, path)

/** Once, and only for somebody whose side of the product it is; home otherwise. */
export const takeWanted = (user: UserInfo) => {
  const wanted = sessionStorage.getItem(wantedKey)
  sessionStorage.removeItem(wantedKey)
  const isOfLawyers = wanted?.startsWith('/app/user/')
  return wanted?.startsWith('/app/') && isOfLawyers !== user.auth.includes('admin') ? wanted : homeOf(user)
}
