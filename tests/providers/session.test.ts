// @vitest-environment happy-dom
import Cookies from 'js-cookie'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { setLocation } from '../support/location.ts'

// Promises Q34, Q61, Q62 (server/promises.md).

const token = 'tenant-admin-token'
const key = 'tenant-admin:userinfo'
const chen = { id: 1, userType: 1, name: '陈管理', auth: ['admin', 'mainAdmin'] } as const
const zhang = { id: 1, userType: 2, name: '张律明', auth: ['lawyer'] } as const
const user = (it: typeof chen | typeof zhang) => ({ ...it, auth: [...it.auth] })

// Each test uses a tab of its own, because the module remembers that its page is about to be left.
const openTab = () => {
  vi.resetModules()
  return import('../../providers/session.ts')
}
let replace: ReturnType<typeof setLocation>

beforeEach(() => {
  replace = setLocation('/web/app/office/list')
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  Cookies.remove(token, { path: '/web' })
  localStorage.clear()
  sessionStorage.clear()
})

const fromAnotherTab = (value: string | null) => {
  if (value === null) localStorage.removeItem(key)
  else localStorage.setItem(key, value)
  window.dispatchEvent(new StorageEvent('storage', { key, newValue: value }))
}

test('keeps the token in a cookie and name and roles in the local storage', async () => {
  const tab = await openTab()
  const set = vi.spyOn(Cookies, 'set')
  tab.startSession('1-abc', user(chen), false)
  expect(tab.readToken()).toBe('1-abc')
  expect(JSON.parse(localStorage.getItem(key) ?? '')).toEqual(chen)
  expect(tab.readUser()).toEqual(chen)
  expect(set).toHaveBeenCalledWith(token, '1-abc', { path: '/web', sameSite: 'strict', secure: false })
  tab.startSession('1-abc', user(chen), true)
  expect(set).toHaveBeenLastCalledWith(token, '1-abc', expect.objectContaining({ expires: 7 }))
})

test.each(['{', '"x"', '[]', '{"name":"x"}', '{"id":1,"userType":3,"name":"","auth":[]}'])(
  'ignores the broken user info %j',
  async text => {
    const tab = await openTab()
    tab.startSession('1-abc', user(chen), false)
    localStorage.setItem(key, text)
    expect(tab.readUser()).toBeNull()
  },
)

test('ignores user info without a token', async () => {
  const tab = await openTab()
  localStorage.setItem(key, JSON.stringify(chen))
  expect(tab.readUser()).toBeNull()
})

test('signing out deletes everything and shows the sign-in page', async () => {
  const tab = await openTab()
  tab.startSession('1-abc', user(chen), true)
  tab.endSession()
  expect(tab.readToken()).toBeUndefined()
  expect(localStorage.getItem(key)).toBeNull()
  expect(replace).toHaveBeenCalledExactlyOnceWith('/web/login')
})

test('an expired session deletes the cookie at once and goes to the root after two seconds, once', async () => {
  vi.useFakeTimers()
  const tab = await openTab()
  const listener = vi.fn<() => void>()
  tab.onSession(listener)
  tab.startSession('1-abc', user(chen), false)
  tab.expireSession()
  tab.expireSession()
  expect(listener).toHaveBeenCalledExactlyOnceWith('expired')
  expect(tab.readToken()).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1999)
  expect(replace).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(replace).toHaveBeenCalledExactlyOnceWith('/web/')
  expect(localStorage.getItem(key)).toBeNull()
})

test('after an expired session the user returns to his page', async () => {
  vi.useFakeTimers()
  setLocation('/web/app/card?page=2')
  const tab = await openTab()
  tab.startSession('1-abc', user(chen), false)
  tab.expireSession()
  await vi.advanceTimersByTimeAsync(2000)
  expect(tab.takeDestination(user(chen))).toBe('/app/card?page=2')
})

test('an expired remembered session is deleted too', async () => {
  vi.useFakeTimers()
  setLocation('/web/app/card?page=2')
  const tab = await openTab()
  tab.startSession('1-abc', user(chen), true)
  tab.expireSession()
  expect(tab.readToken()).toBeUndefined()
  expect(document.cookie).not.toContain('1-abc')
  expect(tab.readUser()).toBeNull()
  await vi.advanceTimersByTimeAsync(2000)
  // A tab opened later asks to sign in and returns to the page.
  const later = await openTab()
  expect(later.readUser()).toBeNull()
  expect(later.takeDestination(user(chen))).toBe('/app/card?page=2')
})

test('another user is not led to the page of an expired session, which is then forgotten', async () => {
  vi.useFakeTimers()
  setLocation('/web/app/card?page=2')
  const tab = await openTab()
  tab.startSession('1-abc', user(chen), false)
  tab.expireSession()
  await vi.advanceTimersByTimeAsync(2000)
  expect(tab.takeDestination({ ...user(chen), id: 2 })).toBe('/app/office')
  expect(tab.takeDestination(user(chen))).toBe('/app/office')
})

test('a session that expired in another tab keeps the page; a voluntary sign-out keeps nothing', async () => {
  const draft = 'tenant-admin:draft:1-1:/app/card'
  sessionStorage.setItem(draft, '{}')
  setLocation('/web/app/card?page=2')
  const expired = await openTab()
  expired.startSession('1-abc', user(chen), false)
  expired.watchOtherTabs()
  fromAnotherTab(null)
  expect(sessionStorage.getItem(draft)).toBe('{}')
  expect(expired.takeDestination(user(chen))).toBe('/app/card?page=2')

  const ended = await openTab()
  ended.startSession('1-abc', user(chen), false)
  ended.watchOtherTabs()
  localStorage.setItem('tenant-admin:left', '1-1')
  fromAnotherTab(null)
  expect(sessionStorage.getItem(draft)).toBeNull()
  expect(ended.takeDestination(user(chen))).toBe('/app/office')
})

test('a frozen tab checks the session when it becomes visible', async () => {
  const tab = await openTab()
  tab.startSession('1-abc', user(chen), false)
  tab.watchOtherTabs()
  localStorage.removeItem(key)
  expect(replace).not.toHaveBeenCalled()
  document.dispatchEvent(new Event('visibilitychange'))
  expect(replace).toHaveBeenCalledExactlyOnceWith('/web/')
})

test('a sign-out in another tab ends the session here', async () => {
  const tab = await openTab()
  tab.startSession('1-abc', user(chen), false)
  tab.watchOtherTabs()
  fromAnotherTab(null)
  expect(replace).toHaveBeenCalledExactlyOnceWith('/web/')
})

test('another user in another tab ends the session here, also if only the population differs', async () => {
  const tab = await openTab()
  tab.startSession('1-abc', user(chen), false)
  tab.watchOtherTabs()
  fromAnotherTab(JSON.stringify({ ...chen, name: '陈主任' }))
  expect(replace).not.toHaveBeenCalled()
  fromAnotherTab(JSON.stringify(zhang))
  expect(replace).toHaveBeenCalledExactlyOnceWith('/web/')
})

test('a sign-in in this tab does not end its own session', async () => {
  const tab = await openTab()
  tab.watchOtherTabs()
  tab.startSession('1-abc', user(chen), false)
  window.dispatchEvent(new StorageEvent('storage', { key: null }))
  expect(replace).not.toHaveBeenCalled()
})

test('leads to the wanted page of the user’s own area, once', async () => {
  const tab = await openTab()
  tab.rememberDestination('/app/card?page=2')
  expect(tab.takeDestination(user(zhang))).toBe('/app/user/dashboard')
  tab.rememberDestination('/app/card?page=2')
  expect(tab.takeDestination(user(chen))).toBe('/app/card?page=2')
  expect(tab.takeDestination(user(chen))).toBe('/app/office')
  // Open to both populations.
  tab.rememberDestination('/app/user/logs/msg/12')
  expect(tab.takeDestination(user(chen))).toBe('/app/user/logs/msg/12')
  tab.rememberDestination('/app/user/account/passwd')
  expect(tab.takeDestination(user(zhang))).toBe('/app/user/account/passwd')
  tab.rememberDestination('//elsewhere.test/app/')
  expect(tab.takeDestination(user(chen))).toBe('/app/office')
})
