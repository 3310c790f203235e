import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, onTestFinished, test } from 'vitest'

import { onSession, readToken } from '../../providers/session.ts'
import { videos } from '../../resources/articles/index.ts'
import { useServer } from '../support/screen.tsx'
import { pieceOfVideo } from '../support/video.ts'

const { network, open } = useServer()

const fileInput = async () => {
  await screen.findByRole('button', { name: '上传视频' })
  return screen.getByLabelText<HTMLInputElement>('上传视频', { selector: 'input' })
}

// In a file of its own, because the page remembers that the session has ended.
test('an upload whose session has ended reports it, as every call does', async () => {
  const over = { code: '4003', message: '登录超时，请重新登录', data: {}, requestId: 'X' }
  const { user } = await open('admin', videos, '/app/cms/add?kind=4', () =>
    network.use(http.put('*/api/upload/piece', () => HttpResponse.json(over))),
  )
  const events: string[] = []
  onTestFinished(onSession(event => events.push(event)))
  const file = new File([pieceOfVideo(0, 5000)], '普法.mp4', { type: 'video/mp4', lastModified: 1 })
  await user.upload(await fileInput(), file)
  await waitFor(() => expect(events).toEqual(['expired']))
  expect(readToken()).toBeUndefined()
})
