import type { DemoIndex } from '../recording.ts'
import { textFor, texts } from './texts.ts'

// The first module of the static demo. It says where the demo is before the product's modules are loaded, which read that from
// the document, and starts the worker that answers them.

/** The path of the folder of the document, without a slash at its end. */
const basePath = new URL('.', location.href).pathname.slice(0, -1)
const apiPath = `${basePath}/api`

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

const sayThatItCannotRun = () => {
  document.getElementById('sign-in')?.remove()
  document.documentElement.dataset['stage'] = 'app'
  const start = document.querySelector('#root > .start')
  start?.replaceChildren(textFor(texts.noWorker, document.documentElement.lang), ' ', texts.noWorker[1])
}

const startWorker = async () => {
  if (!('serviceWorker' in navigator)) throw new Error(texts.noWorker[1])
  const [{ http, HttpResponse }, { setupWorker }, { createAnswers }, { readDemoRequest }, { createStore }, it] =
    await Promise.all([
      import('msw'),
      import('msw/browser'),
      import('./answers.ts'),
      import('./request.ts'),
      import('./store.ts'),
      import('./translate.ts'),
    ])
  const folder = `${basePath}/demo`
  const index: DemoIndex = await (await fetch(`${folder}/index.json`)).json()
  const answer = createAnswers(createStore(folder, `${apiPath}/files/`, index), it.translateLabel)
  const handler = http.all(`${location.origin}${apiPath}/*`, async ({ request }) => {
    if (new URL(request.url).pathname.startsWith(`${apiPath}/files/`)) return undefined
    const asked = await readDemoRequest(request, apiPath)
    if (!asked) return HttpResponse.json({ code: '4000', message: '接口不存在', data: {}, requestId: 'demo' })
    return HttpResponse.json(await answer(asked))
  })
  await setupWorker(handler).start({
    serviceWorker: { url: `${basePath}/demoWorker.js`, options: { scope: `${basePath}/` } },
    onUnhandledFrame: 'bypass',
    quiet: true,
  })
  return index
}

const start = async () => {
  addMeta('base-path', basePath)
  addMeta('api-path', apiPath)
  makeAbsolute()
  try {
    const index = await startWorker()
    restoreAddress()
    const [{ showBar }] = await Promise.all([import('./bar.ts'), import('../../../src/app/main.ts')])
    showBar(index.day)
  } catch {
    sayThatItCannotRun()
  }
}

void start()
