import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'

import { videos } from '../../resources/articles/index.ts'
import { files } from '../../server/db/tables.ts'
import { useServer } from '../support/screen.tsx'
import { pieceOfVideo } from '../support/video.ts'

const { app, network, open } = useServer()

const size = 5 * 1024 * 1024
const videoFile = () => new File([pieceOfVideo(0, size)], '普法.mp4', { type: 'video/mp4', lastModified: 1 })
const rows = () => app().database.read(1, db => db.select().from(files))
const fileInput = async () => {
  await screen.findByRole('button', { name: '上传视频' })
  return screen.getByLabelText<HTMLInputElement>('上传视频', { selector: 'input' })
}

test('cancels an upload that waits for the network', async () => {
  const { user } = await open('admin', videos, '/app/cms/add?kind=4', () =>
    network.use(http.put('*/api/upload/piece', () => HttpResponse.error())),
  )
  await user.upload(await fileInput(), videoFile())
  await waitFor(async () => expect(await rows()).toHaveLength(1))
  await user.click(await screen.findByRole('button', { name: '取消' }))
  await waitFor(async () => expect(await rows()).toEqual([]))
  expect(screen.queryByRole('progressbar')).toBeNull()
})
