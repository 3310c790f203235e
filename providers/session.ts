import Cookies from 'js-cookie'

import type { Population, Role } from '../resources/domain/role.ts'
import { forgetAllDrafts } from './drafts.ts'
import { isPlain } from '../resources/kit/objects.ts'
import { pathInDocument } from './pathInDocument.ts'

// Promises Q61, Q62 (server/promises.md).

const tokenName = 'tenant-admin-token'
const userKey = 'tenant-admin:userinfo'
const wantedKey = 'tenant-admin:wanted'
/** Who has signed out himself, so that his other tabs keep nothing of his either. */
const leftKey = 'tenant-admin:left'
const rememberedDays = 7
/** What this tab showed last (lastScreen.ts). */
export const screenKey = 'tenant-admin:screen'
/** From the message to the root, after the server ended the session (specification, section 9). */
const redirectDelay = 2000

/** Every address of the client stands under it. */
export const appBase = pathInDocument('base-path') ?? '/web'

/** Whom this browser believes to be signed in; what he may do the server decides at every call. */
export type UserInfo = { id: number; userType: Population; name: string; auth: Role[] }

/** The token of the session from its cookie. */
export const readToken = () => Cookies.get(tokenName)

const isUserInfo = (value: unknown): value is UserInfo => {
  if (!isPlain(value)) return false
  const { id, userType, name, auth } = value
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

/** Ids alone repeat in the two populations. */
export const identityKeyOf = ({ userType, id }: Pick<UserInfo, 'userType' | 'id'>) => `${userType}-${id}`

const storedIdentity = () => {
  const user = parseUser(localStorage.getItem(userKey))
  return user && identityKeyOf(user)
}

/** Of whom this document shows data. */
let shown: string | null = null

/** Remembers who is signed in, for this tab and the others. */
export const writeUser = ({ id, userType, name, auth }: UserInfo) => {
  localStorage.setItem(userKey, JSON.stringify({ name, auth, id, userType }))
  shown = storedIdentity()
  localStorage.removeItem(leftKey)
}

const cookie = () => ({
  path: appBase,
  sameSite: 'strict' as const,
  secure: location.protocol === 'https:',
})

/** A session cookie; 7 days when the user asked to be remembered. */
export const writeToken = (token: string, isRemembered: boolean) =>
  Cookies.set(tokenName, token, { ...cookie(), ...(isRemembered && { expires: rememberedDays }) })

/** Begins a session in this browser with the token that a sign-in answered. */
export const startSession = (token: string, user: UserInfo, isRemembered: boolean) => {
  writeToken(token, isRemembered)
  writeUser(user)
}

/** Removes the cookie of the session. */
export const clearToken = () => Cookies.remove(tokenName, cookie())

/** Forgets the user; other tabs hear of it through the storage. */
export const clearSession = () => {
  clearToken()
  localStorage.removeItem(userKey)
}

/** Where a user begins after signing in. */
export const homeOf = ({ auth }: UserInfo) => (auth.includes('admin') ? '/app/office' : '/app/user/dashboard')

/** Loads another document, so that nothing of this user stays in memory. */
const leaveFor = (path: string) => location.replace(appBase + path)

/**
 * `expired`: the session is over, the root follows. `timeout`: the user may sign in again where he is. `password`: he
 * must first replace an initial password, which somebody has just set. `unreachable`: no read comes through any more.
 */
type SessionEvent = 'expired' | 'timeout' | 'password' | 'unreachable'
type Listener = (event: SessionEvent) => void
const listeners = new Set<Listener>()
/** Calls the listener at each event of the session; returns how to stop. */
export const onSession = (listener: Listener) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
/** Tells every listener of an event of the session. */
export const emitSessionEvent = (event: SessionEvent) => listeners.forEach(listener => listener(event))

let isOver = false
/** The page is about to be left by itself: nothing may ask the user to stay. */
export const isEnding = () => isOver

/** Forgets the user and all that was kept for him, and goes to the sign-in page. */
export const endSession = () => {
  isOver = true
  if (shown) localStorage.setItem(leftKey, shown)
  sessionStorage.removeItem(wantedKey)
  sessionStorage.removeItem(screenKey)
  clearSession()
  leaveFor('/login')
}

/**
 * Where a visitor wanted to go before he was asked to sign in; a path of ours, since only `pathname` gets here. `owner`:
 * whose session ended there, so that nobody else is led to it.
 */
export const rememberWanted = (path: string, owner: string | null = null) =>
  sessionStorage.setItem(wantedKey, JSON.stringify({ path, owner }))

const rememberHere = (owner: string | null) => {
  if (location.pathname.startsWith(`${appBase}/app/`))
    rememberWanted(location.pathname.slice(appBase.length) + location.search, owner)
}

/** 4003: the message and an empty cookie now, the root after 2 s; however many calls are answered so, once. */
export const expireSession = () => {
  if (isOver) return
  isOver = true
  rememberHere(storedIdentity())
  clearToken()
  emitSessionEvent('expired')
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
    emitSessionEvent('timeout')
  }
  return renewal.promise
}

/** Answers the calls that wait for the user to sign in again. */
export const answerRenewal = (isRenewed: boolean) => {
  renewal?.resolve(isRenewed)
  renewal = null
}

/** Another tab signed out or in as somebody else, or the browser shows a page kept from before: start anew. */
export const watchOtherTabs = () => {
  const compare = () => {
    if (isOver || storedIdentity() === shown) return
    isOver = true
    // A session that expired elsewhere comes back here too; one that its user ended leaves nothing behind.
    if (shown && localStorage.getItem(leftKey) === shown) forgetAllDrafts()
    else rememberHere(shown)
    leaveFor('/')
  }
  shown = storedIdentity()
  window.addEventListener('storage', ({ key }) => {
    if (key === userKey || key === null) compare()
  })
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) compare()
  })
  // A tab that was frozen in the background has heard nothing.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') compare()
  })
}

/** Below the lawyers' side, and open to administrators too: their messages, devices and password. */
const shared = /^\/app\/user\/(logs\/msg|account)(\/|\?|$)/

const wantedBy = (user: UserInfo) => {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(wantedKey) ?? 'null')
    if (!isPlain(kept) || typeof kept['path'] !== 'string') return null
    return kept['owner'] === null || kept['owner'] === identityKeyOf(user) ? kept['path'] : null
  } catch {
    return null
  }
}

/** Once, and only for somebody whose side of the product it is, and whose session ended there; home otherwise. */
export const takeWanted = (user: UserInfo) => {
  const wanted = wantedBy(user)
  sessionStorage.removeItem(wantedKey)
  if (!wanted?.startsWith('/app/')) return homeOf(user)
  const isOfLawyers = wanted.startsWith('/app/user/')
  return isOfLawyers !== user.auth.includes('admin') || shared.test(wanted) ? wanted : homeOf(user)
}
