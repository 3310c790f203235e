import { act, screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'

import { positions } from '../../resources/positions.ts'
import { NewVersion } from '../../src/notices/NewVersion.tsx'
import { useServer } from '../support/screen.tsx'

const { put, open, network } = useServer()

const pageOf = (files: string | null) =>
  `<!doctype html><html><head>${files === null ? '' : `<meta name="app-files" content="${files}">`}</head></html>`

beforeEach(() => {
  document.head.querySelector('meta[name="app-files"]')?.remove()
})

const ownFiles = (files: string) => {
  const meta = document.createElement('meta')
  meta.name = 'app-files'
  meta.content = files
  document.head.append(meta)
}

/** Serves the given answer as the page, and returns the spy that counts the requests. */
const serve = (answer: () => Response) => {
  const answerSpy = vi.fn<() => Response>(answer)
  network.use(http.get('*/web/', () => answerSpy()))
  return answerSpy
}
const html = (files: string | null) => () => HttpResponse.html(pageOf(files))

/** Brings the tab to the front. */
const showTab = () => act(() => void document.dispatchEvent(new Event('visibilitychange')))
const notice = () => screen.queryByText('系统已更新，刷新后使用新版本')

test('reports a new build on the server, and reloads on request', async () => {
  ownFiles('/web/assets/App-1.js')
  const { user } = await put('admin', <NewVersion />)
  serve(html('/web/assets/App-2.js'))
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {})
  expect(notice()).toBeNull()
  showTab()
  await waitFor(() => expect(notice()).not.toBeNull())
  expect(reload).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: '刷新' }))
  expect(reload).toHaveBeenCalledOnce()
  await user.click(screen.getByRole('button', { name: '稍后' }))
  expect(notice()).toBeNull()
})

test.each([
  ['the same build', html('/web/assets/App-1.js')],
  ['a page that names no build', html(null)],
  ['a failure', () => new HttpResponse(null, { status: 502 })],
  ['no answer', () => HttpResponse.error()],
])('is silent where the host serves %s', async (_, answer) => {
  ownFiles('/web/assets/App-1.js')
  await put('admin', <NewVersion />)
  const answerSpy = serve(answer)
  showTab()
  await waitFor(() => expect(answerSpy).toHaveBeenCalledOnce())
  // The version is checked at most once in a few minutes.
  showTab()
  expect(answerSpy).toHaveBeenCalledOnce()
  expect(notice()).toBeNull()
})

test('sends no request if the document names no build', async () => {
  await put('admin', <NewVersion />)
  const answerSpy = serve(html('/web/assets/App-2.js'))
  showTab()
  expect(answerSpy).not.toHaveBeenCalled()
})

test('the browser asks before unsaved changes are lost by reloading', async () => {
  const { user } = await open('admin', positions, '/app/operation/position/create')
  await user.type(await screen.findByRole('textbox', { name: /职位名称/ }), '顾问')
  await waitFor(() => {
    const leaving = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(leaving)
    expect(leaving.defaultPrevented).toBe(true)
  })
})
