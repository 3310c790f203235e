import Cookies from 'js-cookie'

import type { Population, Role } from '../resources/domain/role.ts'
import { forgetAllDrafts } from './drafts.ts'
import { isPlainObject } from '../resources/kit/objects.ts'
import { pathInDocument } from './pathInDocument.ts'

// Promises Q61 and Q62 (server/promises.md).

const tokenName = 'tenant-admin-token'
const userKey = 'tenant-admin:userinfo'
const destinationKey = 'tenant-admin:wanted'
/** Session storage key of a view of another account (view.ts). */
export const viewKey = 'tenant-admin:view'
/** The identity that has signed out voluntarily, so that other tabs delete its drafts too. */
const signedOutKey = 'tenant-admin:left'
const rememberedDays = 7
/** Session storage key of the last screen (lastScreen.ts). */
export const screenKey = 'tenant-admin:screen'
/** Milliseconds from the message to the root page after the server ended the session (specification, section 9). */
const redirectDelay = 2000

/** The path below which all pages of the client are. */
export const appBase = pathInDocument('base-path') ?? '/web'

/** The user whom this browser believes to be signed in; the server decides at every call what he may do. */
export type UserInfo = { id: number; userType: Population; name: string; auth: Role[] }

const isUserInfo = (value: unknown): value is UserInfo => {
  if (!isPlainObject(value)) return false
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

/** A unique key of a user, since ids are unique only within a population. */
export const identityKeyOf = ({ userType, id }: Pick<UserInfo, 'userType' | 'id'>) => `${userType}-${id}`

/** The user of the cookie's session, whom all tabs share. */
const ownUser = () => (Cookies.get(tokenName) ? parseUser(localStorage.getItem(userKey)) : null)

/** A view of another account (以该用户视角查看) in this tab: its session and user, and the page on which it was begun. */
type StoredView = { token: string; user: UserInfo; returnTo: string }

/** The view of this tab; null once its viewer is no longer signed in here. */
export const readView = (): StoredView | null => {
  const text = sessionStorage.getItem(viewKey)
  const own = text && ownUser()
  if (!own) return null
  const value: unknown = JSON.parse(text)
  if (!isPlainObject(value)) return null
  const { token, user, viewer, returnTo } = value
  return typeof token === 'string' &&
    typeof returnTo === 'string' &&
    isUserInfo(user) &&
    viewer === identityKeyOf(own)
    ? { token, user, returnTo }
    : null
}

/** The session token: of the view of this tab, otherwise from the cookie. */
export const readToken = () => readView()?.token ?? Cookies.get(tokenName)

/** The signed-in or viewed user; null without a token, or if the stored value cannot be read. */
export const readUser = () => readView()?.user ?? ownUser()

const storedIdentity = () => {
  const user = readView()?.user ?? parseUser(localStorage.getItem(userKey))
  return user && identityKeyOf(user)
}

/** The identity whose data this document shows. */
let shownIdentity: string | null = null

/** Stores the signed-in user for this tab and the others. */
export const writeUser = ({ id, userType, name, auth }: UserInfo) => {
  if (readView()) return
  localStorage.setItem(userKey, JSON.stringify({ name, auth, id, userType }))
  shownIdentity = storedIdentity()
  localStorage.removeItem(signedOutKey)
}

const cookie = () => ({
  path: appBase,
  sameSite: 'strict' as const,
  secure: location.protocol === 'https:',
})

/** Stores the token in a cookie: for the browser session, or for 7 days if the user asked to be remembered. */
export const writeToken = (token: string, isRemembered: boolean) =>
  Cookies.set(tokenName, token, { ...cookie(), ...(isRemembered && { expires: rememberedDays }) })

/** Starts a session in this browser with the token of a sign-in. */
export const startSession = (token: string, user: UserInfo, isRemembered: boolean) => {
  sessionStorage.removeItem(viewKey)
  writeToken(token, isRemembered)
  writeUser(user)
}

/** Deletes the session cookie. */
export const clearToken = () => Cookies.remove(tokenName, cookie())

/** Deletes the cookie and the stored user; other tabs notice it through the storage event. */
export const clearSession = () => {
  clearToken()
  localStorage.removeItem(userKey)
}

/** The first page after sign-in. */
export const homeOf = ({ auth }: UserInfo) => (auth.includes('admin') ? '/app/office' : '/app/user/dashboard')

/** Loads another document, so that no data of this user stays in memory. */
const loadPage = (path: string) => location.replace(appBase + path)

/**
 * Events of the session. `expired`: it is over, and the root page follows. `timeout`: the user may sign in again in
 * place. `password`: he must replace an initial password that somebody has just set. `unreachable`: the server does
 * not answer any more. `viewOver`: the view of another account is over, and the own session follows.
 */
type SessionEvent = 'expired' | 'timeout' | 'password' | 'unreachable' | 'viewOver'
type Listener = (event: SessionEvent) => void
const listeners = new Set<Listener>()
/** Registers a listener for session events; returns a function that removes it. */
export const onSession = (listener: Listener) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
/** Notifies all listeners of a session event. */
export const emitSessionEvent = (event: SessionEvent) => listeners.forEach(listener => listener(event))

let isOver = false
/** Whether the page is about to be left automatically, so that nothing may ask the user to stay. */
export const isEnding = () => isOver

/** Ends the session: deletes the user and everything stored for him, and loads the sign-in page. */
export const endSession = () => {
  if (shownIdentity) localStorage.setItem(signedOutKey, shownIdentity)
  sessionStorage.removeItem(destinationKey)
  sessionStorage.removeItem(screenKey)
  clearSession()
  leaveFor('/login')
}

/**
 * Stores the page that a visitor wanted before he had to sign in. The path is always one of this client. `owner` is
 * the user whose session ended there; nobody else is sent to that page.
 */
export const rememberDestination = (path: string, owner: string | null = null) =>
  sessionStorage.setItem(destinationKey, JSON.stringify({ path, owner }))

/** Loads another document of this tab, which nothing may stop any more. */
export const leaveFor = (path: string) => {
  isOver = true
  loadPage(path)
}

/** Forgets the view of this tab, so that the own session follows on the page where the view was begun. */
export const forgetView = ({ returnTo }: Pick<StoredView, 'returnTo'>) => {
  sessionStorage.removeItem(viewKey)
  sessionStorage.removeItem(screenKey)
  rememberDestination(returnTo, storedIdentity())
}

const rememberCurrentPage = (owner: string | null) => {
  if (location.pathname.startsWith(`${appBase}/app/`))
    rememberDestination(location.pathname.slice(appBase.length) + location.search, owner)
}

/**
 * Ends an expired session (code 4003), once even if several calls fail: the message and the deletion of the cookie at
 * once, the root page after 2 s.
 */
export const expireSession = () => {
  if (isOver) return
  isOver = true
  const view = readView()
  if (view) {
    forgetView(view)
    emitSessionEvent('viewOver')
    setTimeout(() => loadPage('/'), redirectDelay)
    return
  }
  rememberCurrentPage(storedIdentity())
  clearToken()
  emitSessionEvent('expired')
  setTimeout(() => {
    clearSession()
    loadPage('/')
  }, redirectDelay)
}

let renewal: PromiseWithResolvers<boolean> | null = null

/** Asks the user to sign in again in place (codes 4004 and 4008); resolves to false if he declines. */
export const askToRenew = (): Promise<boolean> => {
  if (listeners.size === 0) return Promise.resolve(false)
  if (!renewal) {
    renewal = Promise.withResolvers()
    emitSessionEvent('timeout')
  }
  return renewal.promise
}

/** Resolves the calls that wait for the user to sign in again. */
export const answerRenewal = (isRenewed: boolean) => {
  renewal?.resolve(isRenewed)
  renewal = null
}

/**
 * Reloads if another tab has signed out or signed in as somebody else, or if the browser restores a page from its
 * cache.
 */
export const watchOtherTabs = () => {
  const compare = () => {
    if (isOver || storedIdentity() === shownIdentity) return
    isOver = true
    // After an expired session in another tab the user returns to this page; after a voluntary sign-out nothing of
    // his is kept.
    if (shownIdentity && localStorage.getItem(signedOutKey) === shownIdentity) forgetAllDrafts()
    else rememberCurrentPage(shownIdentity)
    loadPage('/')
  }
  shownIdentity = storedIdentity()
  window.addEventListener('storage', ({ key }) => {
    if (key === userKey || key === null) compare()
  })
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) compare()
  })
  // A frozen background tab receives no storage events.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') compare()
  })
}

/** Pages in the lawyers' area that are also open to administrators: messages, devices and password. */
const openToBoth = /^\/app\/user\/(logs\/msg|account)(\/|\?|$)/

const destinationOf = (user: UserInfo) => {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(destinationKey) ?? 'null')
    if (!isPlainObject(stored) || typeof stored['path'] !== 'string') return null
    return stored['owner'] === null || stored['owner'] === identityKeyOf(user) ? stored['path'] : null
  } catch {
    return null
  }
}

/**
 * Returns the stored page and forgets it. The user's first page is returned instead if the stored one belongs to
 * another user or to the other population.
 */
export const takeDestination = (user: UserInfo) => {
  const wanted = destinationOf(user)
  sessionStorage.removeItem(destinationKey)
  if (!wanted?.startsWith('/app/')) return homeOf(user)
  const isOfLawyers = wanted.startsWith('/app/user/')
  return isOfLawyers !== user.auth.includes('admin') || openToBoth.test(wanted) ? wanted : homeOf(user)
}
