import type { DemoIndex } from '../recording.ts'
import { texts, type TwoTexts } from './texts.ts'

// The first module of the static demo. It says where the demo is before the product's modules are loaded, which read that from
// the document, and starts the worker that answers them.

/** The path of the folder of the document, without a slash at its end. */
const basePath = new URL('.', location.href).pathname.replace(/\/$/, '')
const apiPath = `${basePath}/api`
const demoPath = `${basePath}/demo`

const addMeta = (name: string, content: string) => {
  const meta = document.createElement('meta')
  meta.name = name
  meta.content = content
  document.head.append(meta)
}

/** Addresses relative to the document, which would change with its address. */
const makeAbsolute = () => {
  const files = document.querySelector<HTMLMetaElement>('meta[name="app-files"]')
  if (files) files.content = files.content.replaceAll('./', `${basePath}/`)
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]')
  if (icon) icon.href = new URL(icon.href).pathname
}

/** Goes to the page that was asked for: a static host has only the document (404.html, demoWorker.js). */
const restoreAddress = () => {
  const at = new URLSearchParams(location.search).get('at') ?? '/'
  history.replaceState(null, '', basePath + (at.startsWith('/') ? at : '/') + location.hash)
}

/** Replaces what waits for the application by a text in Chinese and English. */
const sayInstead = ([chinese, english]: TwoTexts) => {
  document.getElementById('sign-in')?.remove()
  document.documentElement.dataset['stage'] = 'app'
  document.querySelector('#root > .start')?.replaceChildren(chinese, ' ', english)
}

/** Answers requests for calls; undefined for files, which the host has. */
const createHandler = async (index: DemoIndex) => {
  const { checkWithoutCode } = await import('./withoutCode.ts')
  checkWithoutCode()
  const [{ createAnswers }, { readDemoRequest }, { createStore }, { translateLabel }] = await Promise.all([
    import('./answers.ts'),
    import('./request.ts'),
    import('./store.ts'),
    import('./translate.ts'),
  ])
  const store = createStore(demoPath, `${apiPath}/files/`, index)
  const answer = createAnswers(store, translateLabel)
  return async (request: Request) => {
    if (new URL(request.url).pathname.startsWith(`${apiPath}/files/`)) return undefined
    const asked = await readDemoRequest(request, apiPath)
    return asked ? answer(asked) : { code: '4000', message: '接口不存在', data: {}, requestId: 'demo' }
  }
}

const readIndex = async (): Promise<DemoIndex> =>
  (await fetch(`${demoPath}/index.json`, { cache: 'no-cache' })).json()

/** Starts the product behind the worker; false where the browser has no workers for this address. */
const startProduct = async () => {
  if (!('serviceWorker' in navigator)) return false
  const index = await readIndex()
  const [{ http, HttpResponse }, { setupWorker }, answer] = await Promise.all([
    import('msw'),
    import('msw/browser'),
    createHandler(index),
  ])
  const handler = http.all(`${location.origin}${apiPath}/*`, async ({ request }) => {
    const envelope = await answer(request)
    return envelope && HttpResponse.json(envelope)
  })
  const isStarted = await setupWorker(handler)
    .start({
      serviceWorker: { url: `${basePath}/demoWorker.js`, options: { scope: `${basePath}/` } },
      onUnhandledFrame: 'bypass',
      quiet: true,
    })
    .then(
      () => true,
      () => false,
    )
  if (!isStarted) return false
  restoreAddress()
  const [{ showBar }] = await Promise.all([import('./bar.ts'), import('../../../src/app/main.ts')])
  showBar(index.day)
  return true
}

addMeta('base-path', basePath)
addMeta('api-path', apiPath)
makeAbsolute()
startProduct().then(
  isStarted => isStarted || sayInstead(texts.noWorker),
  () => sayInstead(texts.notLoaded),
)
