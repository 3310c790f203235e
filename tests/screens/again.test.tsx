import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook, screen } from '@testing-library/react'
import { eq } from 'drizzle-orm'
import { useState } from 'react'
import { beforeAll, expect, test } from 'vitest'

import { articles } from '../../server/db/tables.ts'
import { useDeduped } from '../../src/shell/useDeduped.ts'
import { useArticle } from '../../src/review/useArticle.ts'
import { inputOf, prepareTypes, type Types } from '../support/articles.ts'
import { useServer } from '../support/screen.tsx'

const { app, network, put } = useServer()
let types: Types
beforeAll(async () => void (types = await prepareTypes(app())))

const Title = ({ id }: { id: number }) => <p>{useArticle(id).data?.title}</p>
const Page = ({ id }: { id: number }) => {
  const [isOpen, setOpen] = useState(true)
  return (
    <>
      <button type="button" onClick={() => setOpen(!isOpen)}>
        开关
      </button>
      {isOpen && <Title id={id} />}
    </>
  )
}

test('a record that is opened again at once is shown as it was read, and read once more', async () => {
  const admin = await app().as('admin')
  const { articleId } = await admin.call('articles.add', inputOf(app(), types))
  let asked = 0
  network.events.on('response:mocked', ({ request }) => {
    if (new URL(request.url).pathname.endsWith(`/${articleId}`)) asked += 1
  })
  const { user } = await put('admin', <Page id={articleId} />)
  await screen.findByText('股东出资期限的实务问题')
  expect(asked).toBe(1)
  await app().database.write(1, db =>
    db.update(articles).set({ title: '改过的标题' }).where(eq(articles.articleId, articleId)),
  )
  const button = await screen.findByRole('button', { name: '开关' })
  await user.click(button)
  await user.click(button)
  await screen.findByText('改过的标题')
  expect(asked).toBe(2)
})

test('a version that a list has seen is asked for at once', () => {
  const client = new QueryClient()
  const wrapper = ({ children }: { children: React.ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(() => useDeduped('articles', '7'), { wrapper })
  const read = { state: { data: { id: 7, version: 3 }, dataUpdatedAt: Date.now() } }
  const listed = (version: number) =>
    client.setQueryData(['articles', 'getList', {}], { data: [{ id: 7, version }], total: 1 })
  listed(3)
  expect(result.current.staleTime(read)).toBe(2000)
  listed(4)
  expect(result.current.staleTime(read)).toBe(0)
})
