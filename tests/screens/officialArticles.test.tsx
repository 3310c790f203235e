import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'

import { articles } from '../../resources/articles/index.ts'
import { useServer } from '../support/screen.tsx'

const { network, open } = useServer()
const path = '/app/cms/official'

test('says what to do while no account is connected', async () => {
  await open('admin', articles, path)
  await screen.findByRole('heading', { name: '还没有连接公众号' })
  expect(screen.queryByRole('button', { name: /^导入为草稿/ })).toBeNull()
})

const published = {
  messageKey: 'M-1',
  index: 0,
  title: '股东出资的几个问题',
  author: '林律师',
  digest: '新公司法下的出资期限',
  url: 'https://mp.weixin.qq.com/s?__biz=1',
  updatedAt: '2026-10-01T08:00:00.000Z',
  importedId: null as number | null,
}
const answer = (data: object) => HttpResponse.json({ code: '200', message: '', data })

test('imports an article with one press, says which pictures are missing, and leads to the draft', async () => {
  const sent: unknown[] = []
  let importedId: number | null = null
  const { user } = await open('admin', articles, path, () =>
    network.use(
      http.get('*/article/official', () =>
        answer({ isOn: 1, total: 21, pageSize: 20, articles: [{ ...published, importedId }] }),
      ),
      http.post('*/article/official/import', async ({ request }) => {
        sent.push(await request.json())
        importedId = 7
        return answer({ articleId: 7, status: 0, version: 1, findings: [], missingPictures: 2 })
      }),
    ),
  )
  const list = within(await screen.findByRole('region', { name: '已发布的文章' }))
  expect(list.getByRole('link', { name: published.title })).toHaveProperty('href', published.url)
  await user.click(list.getByRole('radio', { name: '工作动态' }))
  await user.click(list.getByRole('button', { name: `导入为草稿：${published.title}` }))
  await screen.findByText('已导入为草稿，有 2 张图片没有取到，请补上。')
  const link = await list.findByRole('link', { name: '打开' })
  expect(link.getAttribute('href')).toContain('/app/cms/7')
  expect(sent).toMatchObject([{ messageKey: 'M-1', index: 0, kind: 1 }])
  expect(screen.getByRole('button', { name: '上一页' })).toHaveProperty('disabled', true)
  await user.click(screen.getByRole('button', { name: '下一页' }))
  await screen.findByText('第 2 页，共 2 页')
})

test('an import that is refused says so beside its article, and the list is read again', async () => {
  let reads = 0
  const { user } = await open('admin', articles, path, () =>
    network.use(
      http.get('*/article/official', () => {
        reads += 1
        return answer({ isOn: 1, total: 1, pageSize: 20, articles: [published] })
      }),
      http.post('*/article/official/import', () =>
        HttpResponse.json({
          code: '4220',
          message: '',
          data: { errors: { title: '这篇内容已导入，在内容列表或回收站中' } },
        }),
      ),
    ),
  )
  await user.click(await screen.findByRole('button', { name: `导入为草稿：${published.title}` }))
  await screen.findByText('这篇内容已导入，在内容列表或回收站中')
  await waitFor(() => expect(reads).toBe(2))
})
