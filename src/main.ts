import { bootstrapCalls } from '../providers/bootstrapCalls.ts'
import { fetchConf } from '../providers/publicConf.ts'
import { send } from '../providers/request.ts'
import type { SignInResult } from '../providers/signIn.ts'
import {
  appBase,
  readUser,
  rememberDestination,
  screenKey,
  takeDestination,
  type UserInfo,
  watchOtherTabs,
} from '../providers/session.ts'
import { createLanguage } from '../providers/language.ts'
import { textAt, valueAt } from '../providers/answer.ts'
import { showEntrance } from './entrance/showEntrance.tsx'
import { followAppearance } from './shell/appearance.ts'

// Everything imported here is part of the sign-in page: React, but neither react-admin nor MUI nor schemas.

const replacePath = (path: string) => history.replaceState(null, '', appBase + path)

const preloadScript = (href: string) => {
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.addEventListener('load', () => runWhenIdle(href))
  // As Vite will ask for it: otherwise it is fetched a second time.
  link.crossOrigin = ''
  link.href = href
  document.head.append(link)
}

/** Into the browser's cache. As `<link rel=preload>` it would be complained about while somebody types slowly. */
const fetchStyle = (href: string) => fetch(href).catch(() => {})

const prefetched = new Set<string>()

/**
 * Fetches the application's code and looks, whose names `vite.plugins.ts` writes into the document, and runs the code in
 * the next pause, so that the click finds it ready. That draws nothing: the application begins with `startApp`.
 */
const prefetchApp = () => {
  const names = document.querySelector<HTMLMetaElement>('meta[name="app-files"]')?.content.split(' ') ?? []
  for (const href of names.filter(it => !prefetched.has(it))) {
    prefetched.add(href)
    if (href.endsWith('.js')) preloadScript(href)
    else void fetchStyle(href)
  }
}

/** By its address: imported by name, its style sheet would come along and dress the sign-in page. */
const runWhenIdle = (href: string) =>
  // Safari has no such moment; there the code runs after the click.
  window.requestIdleCallback?.(() => void import(/* @vite-ignore */ href).catch(() => {}))

const language = createLanguage()

const offerReload = () => {
  const { translate } = language.readProvider()
  const button = document.createElement('button')
  button.textContent = translate('刷新')
  button.addEventListener('click', () => location.reload())
  document
    .querySelector('#root > .start')
    ?.replaceChildren(translate('页面加载失败，请检查网络后刷新'), button)
}

/** What the application needs first is asked for beside its code. */
const openApp = async (self: Promise<unknown>, leaveEntrance = () => {}) => {
  document.documentElement.dataset['stage'] = 'app'
  prefetchApp()
  language.enterApp()
  const conf = fetchConf()
  // Whoever awaits them deals with a failure; until then it isn't "unhandled".
  void Promise.allSettled([conf, self])
  void conf
    .then(answer => {
      language.offerLanguages(valueAt(answer, 'languages'))
      return language.showLocale(language.wantedLocale(textAt(answer, 'locale')))
    })
    .catch(() => {})
  try {
    // In the language of the person; in the one that is shown when its texts cannot be had.
    const [{ startApp }] = await Promise.all([
      import('./App.tsx'),
      language.showLocale(language.wantedLocale()).catch(() => {}),
    ])
    leaveEntrance()
    startApp({ conf, self }, language)
  } catch {
    offerReload()
  }
}

const enter = ({ user, self, mustChangePwd }: SignInResult, leaveEntrance: () => void) => {
  replacePath(mustChangePwd ? '/app/user/account/passwd' : takeDestination(user))
  void openApp(Promise.resolve(self), leaveEntrance)
}

const arrive = (user: UserInfo | null) => {
  const path = location.pathname.slice(appBase.length) || '/'
  const isEntrance = path === '/' || path === '/login'
  if (user) {
    // Signed in again in another tab, this one goes on where it was.
    if (isEntrance) replacePath(takeDestination(user))
    const removePrerendered = () => document.getElementById('sign-in')?.remove()
    return openApp(send(bootstrapCalls.currentUser), removePrerendered)
  }
  sessionStorage.removeItem(screenKey)
  if (!isEntrance) rememberDestination(path + location.search)
  // The page that the fragment names, `#register`, stays open.
  replacePath(path === '/login' ? path + location.hash : '/login')
  const leaveEntrance = showEntrance({
    language,
    onBegin: prefetchApp,
    onSigned: signed => enter(signed, leaveEntrance),
  })
}

followAppearance()
watchOtherTabs()
language.followTabs()
void arrive(readUser())
