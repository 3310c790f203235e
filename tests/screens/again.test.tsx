import { screen } from '@testing-library/react'
import { useGetList } from 'ra-core'
import { useState } from 'react'
import { beforeAll, expect, test } from 'vitest'

import { useArticle } from '../../src/review/useArticle.ts'
import { inputOf, prepareTypes, type CategoryIds } from '../support/articles.ts'
import { useServer } from '../support/screen.tsx'

const { app, network, put } = useServer()
let types: CategoryIds
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

test('reads a record on each visit, and shows the cached one until then', async () => {
  const admin = await app().as('admin')
  const { articleId } = await admin.call('articles.add', inputOf(app(), types))
  let readCount = 0
  network.events.on('response:mocked', ({ request }) => {
    if (new URL(request.url).pathname.endsWith(`/${articleId}`)) readCount += 1
  })
  const { user, client } = await put('admin', <Page id={articleId} />)
  await screen.findByText('股东出资期限的实务问题')
  expect(readCount).toBe(1)
  const button = await screen.findByRole('button', { name: '开关' })
  await user.click(button)
  await admin.call('articles.update', { articleId, title: '改过的标题', version: 1 })
  // Marks the record stale, as the client does two seconds after reading it.
  await client.invalidateQueries({ queryKey: ['articles', 'getOne'], refetchType: 'none' })
  await user.click(button)
  expect(screen.getByText('股东出资期限的实务问题')).toBeTruthy()
  await screen.findByText('改过的标题')
  expect(readCount).toBe(2)
})

const Content = ({ id }: { id: number }) => <p>{useArticle(id).data?.content}</p>
const Listed = ({ id }: { id: number }) => {
  const { data } = useGetList('articles')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      {data && (
        <button type="button" onClick={() => setOpen(true)}>
          打开
        </button>
      )}
      {isOpen && <Content id={id} />}
    </>
  )
}

test('does not show a list row, which has fewer fields, in place of a record', async () => {
  const admin = await app().as('admin')
  const { articleId } = await admin.call('articles.add', inputOf(app(), types))
  const { user } = await put('admin', <Listed id={articleId} />)
  const button = await screen.findByRole('button', { name: '打开' })
  await user.click(button)
  expect(await screen.findByText('<p>出资期限应当写明。</p>')).toBeTruthy()
})
