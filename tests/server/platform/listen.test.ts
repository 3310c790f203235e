import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { startHttpServer } from '../../../server/http/listen.ts'

/** A server with one call that ends only when the test lets it. */
const slowServer = async () => {
  const requestStarted = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<void>()
  const app = new Hono().get('/slow', async http => {
    requestStarted.resolve()
    await answer.promise
    return http.text('done')
  })
  const server = await startHttpServer(app, '127.0.0.1', 0)
  const address = `http://127.0.0.1:${server.port}/slow`
  const request = fetch(address)
  await requestStarted.promise
  return { ...server, address, request, answer }
}

it('lets a running request finish and accepts no new one while shutting down', async () => {
  const { close, address, request, answer } = await slowServer()
  const closed = close(60_000)
  await expect(fetch(address)).rejects.toThrow('fetch failed')
  answer.resolve()
  expect(await (await request).text()).toBe('done')
  await expect(closed).resolves.toBeUndefined()
})

it('waits no longer than the shutdown limit', async () => {
  const { close, request } = await slowServer()
  const outcome = request.then(
    () => 'answered',
    () => 'cut off',
  )
  await expect(close(100)).resolves.toBeUndefined()
  expect(await outcome).toBe('cut off')
})

it('aborts an unfinished download, so that the client does not take it for complete', async () => {
  const endless = new ReadableStream({ start: file => file.enqueue(new Uint8Array(1_000)) })
  const server = await startHttpServer(
    new Hono().get('/file', http => http.body(endless)),
    '127.0.0.1',
    0,
  )
  const response = await fetch(`http://127.0.0.1:${server.port}/file`)
  const outcome = response.arrayBuffer().then(
    () => 'whole',
    () => 'broken off',
  )
  await server.close(100)
  expect(await outcome).toBe('broken off')
})

it('lets a running download finish', async () => {
  let end = () => {}
  const file = new ReadableStream({
    start: controller => {
      controller.enqueue(new Uint8Array(1_000))
      end = () => controller.close()
    },
  })
  const server = await startHttpServer(
    new Hono().get('/file', http => http.body(file)),
    '127.0.0.1',
    0,
  )
  const response = await fetch(`http://127.0.0.1:${server.port}/file`)
  const closed = server.close(60_000)
  end()
  expect((await response.arrayBuffer()).byteLength).toBe(1_000)
  await closed
})

it('closes idle connections on shutdown', async () => {
  const app = new Hono().get('/', http => http.text('here'))
  const server = await startHttpServer(app, '127.0.0.1', 0)
  const ask = async () => (await fetch(`http://127.0.0.1:${server.port}/`)).headers.get('connection')
  expect(await ask()).toBe('keep-alive')
  server.disableKeepAlive()
  expect(await ask()).toBe('close')
  await server.close(100)
})

it('explains that its port is taken', async () => {
  const first = await startHttpServer(new Hono(), '127.0.0.1', 0)
  await expect(startHttpServer(new Hono(), '127.0.0.1', first.port)).rejects.toThrow(/EADDRINUSE/)
  await first.close(100)
})
