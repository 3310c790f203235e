import { screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'

import { articles } from '../../resources/articles/index.ts'
import { inputOf, prepareTypes } from '../support/articles.ts'
import { useServer } from '../support/screen.tsx'

const { app, network, open } = useServer()

// In a file of its own, because the page remembers that the session has ended.
test('autosave reports the end of the session, and the text stays in the browser', async () => {
  const types = await prepareTypes(app())
  const admin = await app().as('admin')
  const { articleId } = await admin.call('articles.add', inputOf(app(), types))
  const over = { code: '4003', message: '登录超时，请重新登录', data: {}, requestId: 'X' }
  const fault = () => network.use(http.put('*/api/article/draft', () => HttpResponse.json(over)))
  const { user } = await open('admin', articles, `/app/cms/${articleId}`, fault)
  await user.type(await screen.findByRole('textbox', { name: /^标题/ }), '，会话结束')
  expect(await screen.findByText(/^自动保存失败：登录已超时。内容已留在本机/)).toBeTruthy()
  expect(JSON.stringify(Object.values(sessionStorage))).toContain('，会话结束')
})
