import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { listen } from '../../../server/listen.ts'

/** A server with one call that ends when it is told to. */
const slowServer = async () => {
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<void>()
  const app = new Hono().get('/slow', async http => {
    asked.resolve()
    await answer.promise
    return http.text('done')
  })
  const server = await listen(app, '127.0.0.1', 0)
  const address = `http://127.0.0.1:${server.port}/slow`
  const request = fetch(address)
  await asked.promise
  return { ...server, address, request, answer }
}

it('lets a running request end, and takes no new one', async () => {
  const { close, address, request, answer } = await slowServer()
  const closed = close(60_000)
  await expect(fetch(address)).rejects.toThrow('fetch failed')
  answer.resolve()
  expect(await (await request).text()).toBe('done')
  await expect(closed).resolves.toBeUndefined()
})

it('waits no longer than it may', async () => {
  const { close, request } = await slowServer()
  const outcome = request.then(
    () => 'answered',
    () => 'cut off',
  )
  await expect(close(100)).resolves.toBeUndefined()
  expect(await outcome).toBe('cut off')
})

it('says in a sentence that its port is taken', async () => {
  const first = await listen(new Hono(), '127.0.0.1', 0)
  await expect(listen(new Hono(), '127.0.0.1', first.port)).rejects.toThrow(/EADDRINUSE/)
  await first.close(100)
})
