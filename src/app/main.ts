import { bootstrapCalls } from '../../providers/bootstrapCalls.ts'
import { fetchConf } from '../../providers/publicConf.ts'
import { send } from '../../providers/request.ts'
import type { SignInResult } from '../../providers/signIn.ts'
import {
  appBase,
  readUser,
  rememberDestination,
  screenKey,
  takeDestination,
  type UserInfo,
  watchOtherTabs,
} from '../../providers/session.ts'
import { previewPath } from '../../resources/domain/previewPath.ts'
import { createLanguage } from '../../providers/language.ts'
import { textAt, valueAt } from '../../providers/answer.ts'
import { keepSignOnReturn } from '../../providers/signOnReturn.ts'
import { showEntrance } from '../entrance/showEntrance.tsx'
import { followAppearance } from '../theme/appearance.ts'

// All imports of this file are part of the sign-in page, so neither react-admin nor MUI nor zod may be among them.

const replacePath = (path: string) => history.replaceState(null, '', appBase + path)

const preloadScript = (href: string) => {
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.addEventListener('load', () => importWhenIdle(href))
  // The same mode as in Vite's own request; otherwise the file would be fetched twice.
  link.crossOrigin = ''
  link.href = href
  document.head.append(link)
}

/**
 * Fetches a style sheet into the browser's cache. For `<link rel=preload>` the browser would warn if it is not used
 * soon.
 */
const fetchStyle = (href: string) => fetch(href).catch(() => {})

const prefetchedPaths = new Set<string>()

/**
 * Prefetches the application's code and style sheets, whose names `vite.plugins.ts` writes into the document, and runs
 * the code when the browser is idle. That renders nothing, because the application starts with `startApp`.
 */
const prefetchApp = () => {
  const names = document.querySelector<HTMLMetaElement>('meta[name="app-files"]')?.content.split(' ') ?? []
  for (const href of names.filter(it => !prefetchedPaths.has(it))) {
    prefetchedPaths.add(href)
    if (href.endsWith('.js')) preloadScript(href)
    else void fetchStyle(href)
  }
}

/**
 * Imports by address, because a static import would also load the style sheet, which must not affect the sign-in
 * page.
 */
const importWhenIdle = (href: string) =>
  // Safari has no requestIdleCallback; there the code runs after the click.
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

/** Starts the application; the first requests are sent while its code is loading. */
const openApp = async (self: Promise<unknown>, leaveEntrance = () => {}) => {
  document.documentElement.dataset['stage'] = 'app'
  prefetchApp()
  language.enterApp()
  const conf = fetchConf()
  // Prevents "unhandled rejection" errors before the application handles the promises.
  void Promise.allSettled([conf, self])
  void conf
    .then(answer => {
      language.offerLanguages(valueAt(answer, 'languages'))
      return language.showLocale(language.wantedLocale(textAt(answer, 'locale')))
    })
    .catch(() => {})
  try {
    // Loads the user's language as well; if that fails, the current one is kept.
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

const enterApp = ({ user, self, mustChangePwd }: SignInResult, leaveEntrance: () => void) => {
  replacePath(mustChangePwd ? '/app/user/account/passwd' : takeDestination(user))
  void openApp(Promise.resolve(self), leaveEntrance)
}

const start = (user: UserInfo | null) => {
  const path = location.pathname.slice(appBase.length) || '/'
  // The page of a link to a preview, which needs no account and is the same for somebody who is signed in.
  if (path === previewPath)
    return import('../pages/sharedPreview/showSharedPreview.tsx').then(
      it => it.showSharedPreview(language),
      offerReload,
    )
  const isEntrance = path === '/' || path === '/login'
  if (user) {
    // After signing in in another tab, this tab continues with its own page.
    if (isEntrance) replacePath(takeDestination(user))
    const removePrerendered = () => document.getElementById('sign-in')?.remove()
    return openApp(send(bootstrapCalls.currentUser), removePrerendered)
  }
  sessionStorage.removeItem(screenKey)
  if (!isEntrance) rememberDestination(path + location.search)
  // Keeps the fragment, such as `#register`, which names the page to show. An identity provider leads back with a code.
  const fragment = keepSignOnReturn(location.search) ? '#sso' : location.hash
  replacePath(path === '/login' ? path + fragment : '/login')
  const leaveEntrance = showEntrance({
    language,
    onBegin: prefetchApp,
    onSigned: signed => enterApp(signed, leaveEntrance),
  })
}

followAppearance()
watchOtherTabs()
language.followTabs()
void start(readUser())
