// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { setLocation } from '../support/location.ts'

type Answer = { name: string; give: () => void; fail: () => void }
let requests: Answer[]

beforeEach(() => {
  requests = []
  // A slow network: the test answers each file itself.
  vi.stubGlobal('fetch', (asking: string | Request) => {
    const url = typeof asking === 'string' ? asking : asking.url
    const { promise, resolve, reject } = Promise.withResolvers<Response>()
    const name = ['/firm/language', 'entrance'].find(it => url.includes(it)) ?? 'app'
    const own = { code: '200', message: '', data: { texts: { 登录: 'Anmelden' } } }
    requests.push({
      name,
      give: () =>
        resolve(Response.json(name === '/firm/language' ? own : { 登录: 'Sign in', 语言: 'Language' })),
      fail: () => reject(new TypeError('Failed to fetch')),
    })
    return promise
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
  document.cookie = 'tenant-admin-token=; path=/web; max-age=0'
  document.body.replaceChildren()
})

const openTab = async (part: 'entrance' | 'app' = 'app') => {
  vi.resetModules()
  const { createLanguage } = await import('../../providers/language.ts')
  const { startSession } = await import('../../providers/session.ts')
  const language = createLanguage()
  if (part === 'app') language.enterApp()
  return {
    startSession,
    ...language,
    readLocale: () => language.readProvider().getLocale(),
    translate: (key: string) => language.readProvider().translate(key),
  }
}
/** Answers the next request for both files. */
const take = async () => {
  await vi.waitFor(() => expect(requests).toHaveLength(2), { timeout: 60_000 })
  return requests.splice(0)
}
const giveAll = async () => (await take()).forEach(it => it.give())

test('the last choice wins, even if an earlier one loads longer', async () => {
  const { readLocale, showLocale } = await openTab()
  const first = showLocale('de-DE')
  const early = await take()
  const second = showLocale('fr-FR')
  await giveAll()
  expect(await second).toBe(true)
  early.forEach(it => it.give())
  expect(await first).toBe(false)
  expect(readLocale()).toBe('fr-FR')
  expect(document.documentElement.lang).toBe('fr-FR')
})

test('returning to the current language while another loads keeps it', async () => {
  const { readLocale, showLocale } = await openTab()
  const first = showLocale('de-DE')
  expect(await showLocale('zh-CN')).toBe(true)
  await giveAll()
  expect(await first).toBe(false)
  expect(readLocale()).toBe('zh-CN')
})

test('a failed earlier choice is ignored; a failed last choice rejects and can be retried', async () => {
  const { readLocale, showLocale, translate } = await openTab()
  const first = showLocale('de-DE')
  const early = await take()
  const second = showLocale('fr-FR')
  early.forEach(it => it.fail())
  ;(await take()).forEach(it => it.fail())
  expect(await first).toBe(false)
  await expect(second).rejects.toThrow('Failed to fetch')
  expect(readLocale()).toBe('zh-CN')
  const third = showLocale('fr-FR')
  await giveAll()
  expect(await third).toBe(true)
  expect(translate('登录')).toBe('Sign in')
})

test('the same choice twice is loaded once', async () => {
  const { showLocale } = await openTab()
  const both = [showLocale('de-DE'), showLocale('de-DE')]
  await giveAll()
  expect(await Promise.all(both)).toEqual([true, true])
})

test('each person has his own choice, even if an administrator and a lawyer have the same id', async () => {
  setLocation('/web/app')
  const { chooseLocale, startSession, wantedLocale } = await openTab()
  const enter = (userType: 1 | 2, id: number) =>
    startSession('a token', { id, userType, name: '赵主任', auth: ['admin'] }, false)
  const choose = async (locale: string, isLoaded: boolean) => {
    const done = chooseLocale(locale)
    if (!isLoaded) await giveAll()
    await done
  }
  enter(1, 7)
  await choose('en-US', false)
  enter(2, 7)
  await choose('ar-EG', true)
  expect(wantedLocale()).toBe('ar-EG')
  enter(1, 7)
  expect(wantedLocale()).toBe('en-US')
  // Another user in this browser gets the last choice made here.
  enter(2, 8)
  expect(wantedLocale('fr-FR')).toBe('ar-EG')
})

test('a language is stored only after it is shown', async () => {
  const { chooseLocale, wantedLocale } = await openTab()
  const failing = chooseLocale('de-DE')
  ;(await take()).forEach(it => it.fail())
  await expect(failing).rejects.toThrow('Failed to fetch')
  expect(wantedLocale()).toBe('zh-CN')
  const choosing = chooseLocale('de-DE')
  expect(localStorage.getItem('tenant-admin/locale')).toBeNull()
  await giveAll()
  await choosing
  expect(wantedLocale()).toBe('de-DE')
})

test('another tab’s choice is followed', async () => {
  const { followTabs, readLocale } = await openTab()
  followTabs()
  window.dispatchEvent(new StorageEvent('storage', { key: 'something else' }))
  localStorage.setItem('tenant-admin/locale', 'fr-FR')
  window.dispatchEvent(new StorageEvent('storage', { key: 'tenant-admin/locale', newValue: 'fr-FR' }))
  await giveAll()
  await vi.waitFor(() => expect(readLocale()).toBe('fr-FR'))
})

test('a change of language creates a new i18nProvider', async () => {
  const { readProvider, showLocale, subscribe } = await openTab()
  const before = readProvider()
  const listener = vi.fn<() => void>()
  subscribe(listener)
  const showing = showLocale('de-DE')
  await giveAll()
  await showing
  expect(listener).toHaveBeenCalledOnce()
  expect([before.translate('登录'), readProvider().translate('登录')]).toEqual(['登录', 'Sign in'])
})

test('the firm’s own texts that become known during loading are shown', async () => {
  const { offerLanguages, showLocale, translate } = await openTab()
  const showing = showLocale('de-DE')
  const files = await take()
  offerLanguages({ 'de-DE': 3 })
  files.forEach(it => it.give())
  await vi.waitFor(() => expect(requests.map(it => it.name)).toEqual(['/firm/language']), { timeout: 60_000 })
  requests.splice(0).forEach(it => it.give())
  expect(await showing).toBe(true)
  expect([translate('登录'), translate('语言')]).toEqual(['Anmelden', 'Language'])
})

test('the user’s choice is kept while it loads, whatever the firm’s default', async () => {
  const { chooseLocale, enterApp, offerLanguages, readLocale, showLocale, wantedLocale } =
    await openTab('entrance')
  const choosing = chooseLocale('de-DE')
  await vi.waitFor(() => expect(requests).toHaveLength(1), { timeout: 60_000 })
  offerLanguages({})
  const showingAgain = showLocale(wantedLocale('en-US'))
  // The user signs in before the language has loaded; the application needs more texts.
  enterApp()
  const showingInApp = showLocale(wantedLocale())
  await vi.waitFor(() => expect(requests.length).toBeGreaterThan(1), { timeout: 60_000 })
  requests.splice(0).forEach(it => it.give())
  expect(await Promise.all([showingAgain, showingInApp])).toEqual([true, true])
  await choosing
  expect([readLocale(), wantedLocale('en-US')]).toEqual(['de-DE', 'de-DE'])
})
