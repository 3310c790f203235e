// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

type Answer = { name: string; give: () => void; fail: () => void }
let asked: Answer[]

beforeEach(() => {
  asked = []
  // The network is slow: each file comes when the test gives it.
  vi.stubGlobal('fetch', (asking: string | Request) => {
    const url = typeof asking === 'string' ? asking : asking.url
    const { promise, resolve, reject } = Promise.withResolvers<Response>()
    const name = ['/firm/language', 'entrance'].find(it => url.includes(it)) ?? 'app'
    const own = { code: '200', message: '', data: { texts: { 登录: 'Anmelden' } } }
    asked.push({
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
  document.body.replaceChildren()
})

const openTab = async () => {
  vi.resetModules()
  const { readLocale, translate } = await import('../../resources/kit/translate.ts')
  return { ...(await import('../../providers/language.ts')), readLocale, translate }
}
/** What is asked for next, both files. */
const take = async () => {
  await vi.waitFor(() => expect(asked).toHaveLength(2), { timeout: 60_000 })
  return asked.splice(0)
}
const giveAll = async () => (await take()).forEach(it => it.give())
const shows = () => Promise.resolve(true)

test('the last choice counts, however long an earlier one takes', async () => {
  const { changeLocale, readLocale } = await openTab()
  const first = changeLocale('de-DE')
  const early = await take()
  const second = changeLocale('fr-FR')
  await giveAll()
  expect(await second).toBe(true)
  early.forEach(it => it.give())
  expect(await first).toBe(false)
  expect(readLocale()).toBe('fr-FR')
  expect(document.documentElement.lang).toBe('fr-FR')
})

test('who goes back to what is shown while another loads keeps it', async () => {
  const { changeLocale, readLocale } = await openTab()
  const first = changeLocale('de-DE')
  expect(await changeLocale('zh-CN')).toBe(true)
  await giveAll()
  expect(await first).toBe(false)
  expect(readLocale()).toBe('zh-CN')
})

test('the failure of an earlier choice is nobody’s error; that of the last one is, and can be tried again', async () => {
  const { changeLocale, readLocale, translate } = await openTab()
  const first = changeLocale('de-DE')
  const early = await take()
  const second = changeLocale('fr-FR')
  early.forEach(it => it.fail())
  ;(await take()).forEach(it => it.fail())
  expect(await first).toBe(false)
  await expect(second).rejects.toThrow('Failed to fetch')
  expect(readLocale()).toBe('zh-CN')
  const third = changeLocale('fr-FR')
  await giveAll()
  expect(await third).toBe(true)
  expect(translate('登录')).toBe('Sign in')
})

test('the same choice twice is loaded once', async () => {
  const { changeLocale } = await openTab()
  const both = [changeLocale('de-DE'), changeLocale('de-DE')]
  await giveAll()
  expect(await Promise.all(both)).toEqual([true, true])
})

test('each person has a choice of his own, though ids repeat among administrators and lawyers', async () => {
  const { chooseLocale, wantedLocale } = await openTab()
  await chooseLocale({ userType: 1, id: 7 }, 'en-US', shows)
  await chooseLocale({ userType: 2, id: 7 }, 'ar-EG', shows)
  expect(wantedLocale({ userType: 1, id: 7 })).toBe('en-US')
  expect(wantedLocale({ userType: 2, id: 7 })).toBe('ar-EG')
  // Somebody else at this browser: what was chosen here last.
  expect(wantedLocale({ userType: 2, id: 8 }, 'fr-FR')).toBe('ar-EG')
})

test('a language is remembered once it shows, and none that could not be had', async () => {
  const { changeLocale, chooseLocale, wantedLocale } = await openTab()
  const choose = () => chooseLocale(null, 'de-DE', () => changeLocale('de-DE', 'entrance'))
  const failing = choose()
  await vi.waitFor(() => expect(asked).toHaveLength(1), { timeout: 60_000 })
  asked.splice(0).forEach(it => it.fail())
  await expect(failing).rejects.toThrow('Failed to fetch')
  expect(wantedLocale(null)).toBe('zh-CN')
  const chosen = choose()
  expect(localStorage).toHaveLength(0)
  await vi.waitFor(() => expect(asked).toHaveLength(1), { timeout: 60_000 })
  asked.splice(0).forEach(it => it.give())
  await chosen
  expect(wantedLocale(null)).toBe('de-DE')
})

test('another tab’s choice is followed by whoever asked last', async () => {
  const { chooseLocale, followLanguage, wantedLocale } = await openTab()
  const atEntrance: string[] = []
  const inApp: string[] = []
  const chosenElsewhere = async (locale: string) => {
    await chooseLocale(null, locale, shows)
    window.dispatchEvent(new StorageEvent('storage', { key: 'tenant-admin/locale', newValue: locale }))
  }
  followLanguage(() => atEntrance.push(wantedLocale(null)))
  await chosenElsewhere('fr-FR')
  followLanguage(() => inApp.push(wantedLocale(null)))
  await chosenElsewhere('de-DE')
  window.dispatchEvent(new StorageEvent('storage', { key: 'something else' }))
  expect([atEntrance, inApp]).toEqual([['fr-FR'], ['de-DE']])
})

test('what a firm has of its own, known while the language loads, shows with it', async () => {
  const { changeLocale, offerLanguages, translate } = await openTab()
  const shown = changeLocale('de-DE')
  const files = await take()
  offerLanguages({ 'de-DE': 3 })
  files.forEach(it => it.give())
  await vi.waitFor(() => expect(asked.map(it => it.name)).toEqual(['/firm/language']), { timeout: 60_000 })
  asked.splice(0).forEach(it => it.give())
  expect(await shown).toBe(true)
  expect([translate('登录'), translate('语言')]).toEqual(['Anmelden', 'Language'])
})

test('what somebody chose holds while it loads, whatever the firm has told meanwhile', async () => {
  const { changeLocale, chooseLocale, offerLanguages, readLocale, wantedLocale } = await openTab()
  const chosen = chooseLocale(null, 'de-DE', () => changeLocale('de-DE', 'entrance'))
  await vi.waitFor(() => expect(asked).toHaveLength(1), { timeout: 60_000 })
  offerLanguages({})
  const again = changeLocale(wantedLocale(null, 'en-US'), 'entrance')
  // Signed in before it has come: the application has more texts.
  const inApp = changeLocale(wantedLocale(null))
  await vi.waitFor(() => expect(asked.length).toBeGreaterThan(1), { timeout: 60_000 })
  asked.splice(0).forEach(it => it.give())
  expect(await Promise.all([again, inApp])).toEqual([true, true])
  await chosen
  expect([readLocale(), wantedLocale(null, 'en-US')]).toEqual(['de-DE', 'de-DE'])
})
