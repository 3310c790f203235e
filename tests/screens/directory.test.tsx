import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'

import { lawyers } from '../../resources/lawyers/index.ts'
import { directoryRuns } from '../../server/db/tables.ts'
import { useServer } from '../support/screen.tsx'

const { app, network, open } = useServer()

test('says during a comparison that the server does not answer, and goes on when it does', async () => {
  await app().database.write(1, db =>
    db.insert(directoryRuns).values({
      firmId: 1,
      source: 'dingtalk',
      state: 1,
      fields: ['name'],
      createdAt: app().clock.now(),
      createdByName: '赵主任',
    }),
  )
  await open('admin', lawyers, '/app/lawyer/directory')
  const reading = '正在读取通讯录，可以离开页面。'
  const unanswered = '暂时没有收到服务器的答复，这里是此前的进度，收到后自动更新。'
  await screen.findByText(reading)
  let isGone = true
  network.use(
    http.get('*/api/lawyer/directory', ({ request }) =>
      isGone ? HttpResponse.error() : app().app.fetch(request),
    ),
  )
  await screen.findByText(unanswered)
  expect(screen.queryByText(reading)).toBeNull()
  isGone = false
  await waitFor(() => expect(screen.queryByText(unanswered)).toBeNull())
  await screen.findByText(reading)
})
