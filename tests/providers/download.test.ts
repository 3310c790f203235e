// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { download } from '../../providers/download.ts'
import { setLocation } from '../support/location.ts'

beforeEach(() => void setLocation('/web/app/logs'))
afterEach(() => void vi.restoreAllMocks())

/** A network that sends these chunks and then ends the connection in this way. */
const answer = (chunks: number[], end: (stream: ReadableStreamDefaultController) => void) => {
  const remainingChunks = [...chunks]
  const body = new ReadableStream({
    pull: stream => {
      const size = remainingChunks.shift()
      if (size === undefined) end(stream)
      else stream.enqueue(new Uint8Array(size))
    },
  })
  const headers = {
    'content-type': 'application/vnd.ms-excel',
    'content-disposition': "filename*=UTF-8''a.xlsx",
  }
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(body, { headers }))
}
const start = (onBytes = vi.fn<(bytes: number) => void>()) =>
  download('logs.export', { reason: '年度检查' }, { signal: new AbortController().signal, onBytes })

test('a download returns the whole file and reports progress', async () => {
  answer([3, 4], stream => stream.close())
  const onBytes = vi.fn<(bytes: number) => void>()
  const { name, blob } = await start(onBytes)
  expect([name, blob.size]).toEqual(['a.xlsx', 7])
  expect(onBytes.mock.calls).toEqual([[3], [7]])
})

test('an interrupted download is rejected with its reason', async () => {
  answer([3, 4], stream => stream.error(new TypeError('terminated')))
  await expect(start()).rejects.toThrow('下载中断，文件不完整，没有保存，请重新导出')
})
