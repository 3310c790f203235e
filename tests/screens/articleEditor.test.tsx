import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeAll, describe, expect, test, vi } from 'vitest'

import { articles, cases, videos } from '../../resources/articles/index.ts'
import { inputOf, prepareTypes, type CategoryIds } from '../support/articles.ts'
import { useServer } from '../support/screen.tsx'

const { app, network, open, openView } = useServer()
let types: CategoryIds
beforeAll(async () => {
  types = await prepareTypes(app())
})

const addOne = async (more: object = {}, account = 'admin') =>
  (await (await app().as(account)).call('articles.add', inputOf(app(), types, more))).articleId
const readArticle = async (articleId: number) => (await app().as('admin')).call('articles.one', { articleId })

const body = () => screen.findByRole('textbox', { name: /^正文/ })
const paste = async (html: string, text = '') => {
  const data: Record<string, string> = { 'text/html': html, 'text/plain': text }
  const target = await body()
  act(() => target.focus())
  fireEvent.paste(target, {
    clipboardData: { getData: (type: string) => data[type] ?? '', files: [], items: [] },
  })
}
const clipboardHtml = (name: string) => readFileSync(join(import.meta.dirname, 'pasted', name), 'utf8')

describe('text of an article', () => {
  test('sanitises text pasted from WeChat in editor and server, and says what was removed', async () => {
    const articleId = await addOne({ content: null })
    const { user } = await open('admin', articles, `/app/cms/${articleId}`)
    await paste(clipboardHtml('wechat.txt'))
    const notice = await screen.findByText(/^已清理粘贴内容：样式 \d+ 处、脚本 \d+ 个.*外部图片 1 张/)
    expect(notice).toBeTruthy()
    expect(screen.getByRole('link', { name: /mmbiz.qpic.cn/ })).toBeTruthy()
    const dangerous = /script|<style|svg|iframe|style=|on\w+="|mmbiz|data:/
    expect((await body()).innerHTML).not.toMatch(dangerous)
    await user.click(screen.getByRole('button', { name: '保存' }))
    await waitFor(async () => expect((await readArticle(articleId)).content).toContain('提前退租'))
    const { content } = await readArticle(articleId)
    expect(content).not.toMatch(dangerous)
    expect(content).toContain('<strong>提前退租</strong>')
    expect(content).toContain('<li><p>收房要拍照</p></li>')
  })

  test('counts characters from half of the limit', async () => {
    const articleId = await addOne({ content: `<p>${'字'.repeat(49_998)}</p>` })
    await open('admin', articles, `/app/cms/${articleId}`)
    await body()
    expect(screen.queryByText(/\/100000$/)).toBeNull()
    await paste('', '𠮷&')
    expect(await screen.findByText('50000/100000')).toBeTruthy()
  })

  test('inserts tables and links, and refuses executable addresses', async () => {
    const articleId = await addOne()
    const { user } = await open('admin', articles, `/app/cms/${articleId}`)
    const tools = await screen.findByRole('toolbar', { name: '文字格式' })
    await user.click(within(tools).getByRole('button', { name: '表格' }))
    const inTable = await screen.findByRole('toolbar', { name: '表格' })
    await user.click(within(inTable).getByRole('button', { name: '下方加行' }))
    await waitFor(async () => expect((await body()).querySelectorAll('tr')).toHaveLength(4))
    await user.click(within(inTable).getByRole('button', { name: '删除表格' }))
    await waitFor(async () => expect((await body()).querySelector('table')).toBeNull())

    await user.click(within(tools).getByRole('button', { name: '链接' }))
    const dialog = await screen.findByRole('dialog', { name: '插入链接' })
    const address = within(dialog).getByRole('textbox', { name: '地址' })
    await user.type(address, 'javascript:alert(1)')
    await user.click(within(dialog).getByRole('button', { name: '插入' }))
    expect(within(dialog).getByText(/请输入网址、邮箱或电话/)).toBeTruthy()
    await user.clear(address)
    await user.type(address, 'www.court.gov.cn/a')
    await user.type(within(dialog).getByRole('textbox', { name: '显示的文字' }), '法院')
    await user.click(within(dialog).getByRole('button', { name: '插入' }))
    const link = await waitFor(async () => within(await body()).getByText('法院'))
    expect(link.closest('a')!.getAttribute('href')).toBe('https://www.court.gov.cn/a')
  })

  test('cannot be saved before its pictures are uploaded', async () => {
    // URL.createObjectURL of Node does not accept a File of jsdom.
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:preview')
    const articleId = await addOne()
    const fault = () => network.use(http.get('*/api/auth/ossSign', () => HttpResponse.error()))
    const { user } = await open('admin', articles, `/app/cms/${articleId}`, fault)
    await body()
    for (const name of ['甲.png', '乙.png'])
      await user.upload(screen.getByLabelText('选择图片'), new File(['x'], name, { type: 'image/png' }))
    await waitFor(() => expect(screen.getAllByRole('button', { name: '重试' })).toHaveLength(2))
    await user.click(screen.getByRole('button', { name: '保存' }))
    expect(await screen.findByText('正文：还有图片没有传完，请等它传完、重试或移除')).toBeTruthy()
    await user.click(screen.getAllByRole('button', { name: '移除图片' })[1]!)
    await user.click(screen.getByRole('button', { name: '移除图片' }))
    await user.type(screen.getByRole('textbox', { name: /^标题/ }), '二')
    await user.click(screen.getByRole('button', { name: '保存' }))
    await waitFor(async () => expect((await readArticle(articleId)).title).toMatch(/二$/))
    expect((await readArticle(articleId)).content).toBe('<p>出资期限应当写明。</p>')
  })

  test('has a toolbar with one tab stop and arrow keys', async () => {
    await open('admin', articles, `/app/cms/${await addOne()}`)
    const tools = within(await screen.findByRole('toolbar', { name: '文字格式' })).getAllByRole('button')
    expect(tools.filter(it => it.tabIndex === 0)).toHaveLength(1)
    act(() => tools[0]!.focus())
    fireEvent.keyDown(tools[0]!, { key: 'ArrowRight' })
    expect(document.activeElement).toBe(tools[1])
    fireEvent.keyDown(tools[1]!, { key: 'End' })
    expect(document.activeElement).toBe(tools.at(-1))
    fireEvent.keyDown(tools.at(-1)!, { key: 'ArrowRight' })
    expect(document.activeElement).toBe(tools[0])
    expect(tools.find(it => it.getAttribute('aria-label') === '加粗')!.getAttribute('aria-pressed')).toBe(
      'false',
    )
  })
})

describe('fields that do not apply', () => {
  test('are hidden, keep their values while editing, and are not saved', async () => {
    const articleId = await addOne()
    const { user } = await open('admin', articles, `/app/cms/${articleId}`)
    await body()
    expect(screen.queryByRole('textbox', { name: /^来源名称/ })).toBeNull()
    expect(screen.queryByRole('textbox', { name: /案由/ })).toBeNull()
    const pick = (name: string) => user.click(screen.getByRole('radio', { name }))
    await pick('外部链接')
    await user.type(await screen.findByRole('textbox', { name: /^链接/ }), '不是网址')
    expect(screen.queryByRole('textbox', { name: /^正文/ })).toBeNull()
    await pick('正文')
    expect((await body()).textContent).toBe('出资期限应当写明。')
    await pick('外部链接')
    expect((screen.getByRole('textbox', { name: /^链接/ }) as HTMLInputElement).value).toBe('不是网址')
    await pick('正文')
    await user.type(screen.getByRole('textbox', { name: /^标题/ }), '二')
    await user.click(screen.getByRole('button', { name: '保存' }))
    // An invalid address in a hidden field does not prevent saving.
    await waitFor(async () => expect((await readArticle(articleId)).title).toMatch(/二$/))
    expect((await readArticle(articleId)).linkUrl).toBeNull()
    expect(await screen.findByText('没有修改')).toBeTruthy()
  })

  test('depend on the type of video', async () => {
    const { user } = await open('admin', videos, '/app/cms/add?kind=4')
    expect(await screen.findByRole('button', { name: '上传视频' })).toBeTruthy()
    await user.selectOptions(screen.getByRole('combobox', { name: /^视频方式/ }), '视频号')
    expect(await screen.findByRole('textbox', { name: /^视频号ID/ })).toBeTruthy()
    expect(screen.queryByRole('button', { name: '上传视频' })).toBeNull()
    await user.selectOptions(screen.getByRole('combobox', { name: /^视频方式/ }), '外链')
    const address = () => screen.findByRole('textbox', { name: /^视频$/ }) as Promise<HTMLInputElement>
    await user.type(await address(), 'https://a.cn/b.mp4')
    await user.selectOptions(screen.getByRole('combobox', { name: /^视频方式/ }), '上传')
    // The external address is not taken as an uploaded video, and returns when the mode is switched back.
    expect(await screen.findByRole('button', { name: '上传视频' })).toBeTruthy()
    await user.selectOptions(screen.getByRole('combobox', { name: /^视频方式/ }), '外链')
    await waitFor(async () => expect((await address()).value).toBe('https://a.cn/b.mp4'))
  })
})

describe('article form', () => {
  test('shows why an article was refused, and submits it again after saving', async () => {
    const own = { organizationId: (await app().as('branch2')).organizationId }
    const writer = await app().as('branch2')
    const { articleId, version } = await writer.call('articles.add', {
      ...inputOf(app(), types, own),
      submit: 1,
    })
    await (await app().as('admin')).call('articles.refuse', { articleId, version, reason: '标题太泛' })
    const { user, router } = await open('branch2', articles, `/app/cms/${articleId}`)
    expect(await screen.findByText('未通过审核：标题太泛。修改后可以重新提交。')).toBeTruthy()
    await user.type(await screen.findByRole('textbox', { name: /^标题/ }), '，分三步')
    await user.click(screen.getByRole('button', { name: '提交审核' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/app/cms/article'))
    expect(await readArticle(articleId)).toMatchObject({ status: 1, title: '股东出资期限的实务问题，分三步' })
  })

  test("reports the server's errors at their fields", async () => {
    const articleId = await addOne({ cover: null, lawyerIds: null })
    const { user } = await open('admin', articles, `/app/cms/${articleId}`)
    await user.click(await screen.findByRole('button', { name: '发布' }))
    expect(await screen.findByRole('heading', { name: '请检查 2 处' })).toBeTruthy()
    expect(screen.getAllByText(/请上传封面/).length).toBeGreaterThan(0)
    expect(screen.getAllByText(/请选择作者/).length).toBeGreaterThan(0)
  })

  test('creates an article and continues editing it', async () => {
    const { user, router } = await open('admin', cases, '/app/cms/add?kind=3')
    await user.type(await screen.findByRole('textbox', { name: /^标题/ }), '新的案例')
    await user.type(await screen.findByRole('textbox', { name: /案由/ }), '买卖合同纠纷')
    await user.click(screen.getByRole('combobox', { name: /分类/ }))
    await user.click(await screen.findByRole('option', { name: '分类3' }))
    await user.click(screen.getByRole('button', { name: '保存' }))
    await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/app\/cms\/\d+$/))
    expect(((await screen.findByRole('textbox', { name: /^标题/ })) as HTMLInputElement).value).toBe(
      '新的案例',
    )
  })
})

describe('fields required for publication', () => {
  test('are marked, do not prevent saving a draft, and are required by 发布', async () => {
    const { user, router } = await open('admin', cases, '/app/cms/add?kind=3')
    await user.type(await screen.findByRole('textbox', { name: /^标题/ }), '没有分类的案例')
    const category = await screen.findByRole('combobox', { name: /分类/ })
    expect(category.getAttribute('aria-required')).toBeNull()
    const hintOf = (input: HTMLElement) =>
      (input.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map(id => document.getElementById(id)?.textContent)
        .join()
    expect(hintOf(category)).toContain('发布前必填')
    expect(hintOf(screen.getByRole('textbox', { name: /案由/ }))).toContain('发布前必填')
    expect((await screen.findByText(/前还需填写：/)).textContent).toBe(
      '发布前还需填写：分类、封面、案由、正文、作者/承办律师',
    )
    await user.type(screen.getByRole('textbox', { name: /审理机关/ }), '某市中级人民法院')
    await user.click(screen.getByRole('button', { name: '保存' }))
    await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/app\/cms\/\d+$/))
    const articleId = Number(router.state.location.pathname.split('/').at(-1))
    expect(await readArticle(articleId)).toMatchObject({
      title: '没有分类的案例',
      typeId: null,
      caseInfo: { court: '某市中级人民法院' },
      status: 0,
    })
    await user.click(await screen.findByRole('button', { name: '发布' }))
    expect(await screen.findByRole('heading', { name: '请检查 5 处' })).toBeTruthy()
    expect(screen.getAllByText(/请选择分类/).length).toBeGreaterThan(0)
    expect(screen.getAllByText(/请填写案由/).length).toBeGreaterThan(0)
  })
})

describe('autosave', () => {
  test('stores the draft with its time, and offers it on another device until the article is saved', async () => {
    const articleId = await addOne()
    const { user, close, person } = await open('admin', articles, `/app/cms/${articleId}`)
    await user.type(await screen.findByRole('textbox', { name: /^标题/ }), '，未完')
    expect(await screen.findByText(/^已自动保存 \d\d:\d\d$/)).toBeTruthy()
    expect((await readArticle(articleId)).title).toBe('股东出资期限的实务问题')
    close()
    // Another computer does not have the draft in this browser's session storage.
    sessionStorage.clear()
    const reopened = await open('admin', articles, `/app/cms/${articleId}`)
    expect(await screen.findByText(/^有一份没有保存的草稿/)).toBeTruthy()
    await reopened.user.click(screen.getByRole('button', { name: '继续编辑' }))
    expect((screen.getByRole('textbox', { name: /^标题/ }) as HTMLInputElement).value).toMatch(/，未完$/)
    await reopened.user.click(screen.getByRole('button', { name: '保存' }))
    await waitFor(async () => expect((await readArticle(articleId)).title).toMatch(/，未完$/))
    expect((await person.call('articles.draft', { kind: 2, articleId })).values).toBeNull()
  })

  test('reports that a draft could not be read, and offers it after another try', async () => {
    const articleId = await addOne()
    const admin = await app().as('admin')
    await admin.call('articles.keepDraft', { kind: 2, articleId, values: '{"title":"没有丢失的标题"}' })
    let isDown = true
    const refusal = { code: '5000', message: '服务异常', data: null }
    const fault = () =>
      network.use(http.get('*/api/article/draft', () => (isDown ? HttpResponse.json(refusal) : undefined)))
    const { user } = await open('admin', articles, `/app/cms/${articleId}`, fault)
    const alert = (await screen.findByText(/^自动保存的草稿读取失败/)).closest<HTMLElement>('[role=alert]')!
    isDown = false
    await user.click(within(alert).getByRole('button', { name: '重试' }))
    await user.click(await screen.findByRole('button', { name: '继续编辑' }))
    expect((screen.getByRole('textbox', { name: /^标题/ }) as HTMLInputElement).value).toBe('没有丢失的标题')
    expect(screen.queryByText(/^自动保存的草稿读取失败/)).toBeNull()
  })

  test('deletes a discarded draft', async () => {
    const articleId = await addOne()
    const admin = await app().as('admin')
    await admin.call('articles.keepDraft', { kind: 2, articleId, values: '{"title":"不要了的标题"}' })
    const { user } = await open('admin', articles, `/app/cms/${articleId}`)
    await user.click(await screen.findByRole('button', { name: '放弃' }))
    await waitFor(async () =>
      expect((await admin.call('articles.draft', { kind: 2, articleId })).values).toBeNull(),
    )
    expect((screen.getByRole('textbox', { name: /^标题/ }) as HTMLInputElement).value).not.toMatch(/不要了/)
  })

  test.each([
    ['the browser', '本机写的', 60_000],
    ['the server', '别处写的', -60_000],
  ])('offers the newer of two drafts: that of %s', async (_, expected, lead) => {
    const articleId = await addOne()
    const admin = await app().as('admin')
    const { savedAt } = await admin.call('articles.keepDraft', {
      kind: 2,
      articleId,
      values: '{"title":"别处写的"}',
    })
    const self = await admin.call('session.self')
    const draft = { values: { title: '本机写的' }, savedAt: Date.parse(savedAt) + lead, version: 1 }
    sessionStorage.setItem(
      `tenant-admin:draft:${self.userType}-${self.id}:/app/cms/${articleId}`,
      JSON.stringify(draft),
    )
    const { user } = await open('admin', articles, `/app/cms/${articleId}`)
    await user.click(await screen.findByRole('button', { name: '继续编辑' }))
    const title = await screen.findByRole<HTMLInputElement>('textbox', { name: /^标题/ })
    expect(title.value).toBe(expected)
    // After the choice, the question between the two drafts does not appear again.
    expect(screen.queryByRole('button', { name: '继续编辑' })).toBeNull()
    await user.click(screen.getByRole('button', { name: '保存' }))
    await waitFor(async () => expect((await readArticle(articleId)).title).toBe(expected))
    await waitFor(async () =>
      expect((await admin.call('articles.draft', { kind: 2, articleId })).values).toBeNull(),
    )
    expect(Object.keys(sessionStorage).filter(it => it.includes(':draft:'))).toEqual([])
  })

  test('offers the drafts in this browser to the person who wrote them, and not to somebody who views the account', async () => {
    const articleId = await addOne()
    const path = `/app/cms/${articleId}`
    const { userType, id } = await (await app().as('admin2')).call('session.self')
    const writeDrafts = () => {
      const draftOf = (title: string) =>
        JSON.stringify({ values: { title }, savedAt: Date.now(), version: 1 })
      const key = `tenant-admin:draft:${userType}-${id}:${path}`
      sessionStorage.setItem(key, draftOf('这个窗口写的'))
      localStorage.setItem(`${key}#another`, draftOf('另一个窗口写的'))
    }
    const isLoaded = async ({ client }: Awaited<ReturnType<typeof open>>) => {
      await screen.findByRole('textbox', { name: /^标题/ })
      await waitFor(() => expect(client.isFetching()).toBe(0))
    }
    writeDrafts()
    const own = await open('admin2', articles, path)
    await isLoaded(own)
    expect(await screen.findAllByRole('button', { name: '继续编辑' })).toHaveLength(2)
    own.close()
    writeDrafts()
    await isLoaded(await openView('admin', 'admin2', articles, path))
    expect(screen.queryAllByRole('button', { name: '继续编辑' })).toEqual([])
  })

  test('reports a failure, loses nothing, and tries again', async () => {
    const articleId = await addOne()
    let isDown = true
    const fault = () =>
      network.use(http.put('*/api/article/draft', () => (isDown ? HttpResponse.error() : undefined)))
    const { user } = await open('admin', articles, `/app/cms/${articleId}`, fault)
    await user.type(await screen.findByRole('textbox', { name: /^标题/ }), '，断网')
    expect(await screen.findByText(/^自动保存失败：.*内容已留在本机/)).toBeTruthy()
    expect(JSON.stringify(Object.values(sessionStorage))).toContain('，断网')
    isDown = false
    await user.click(screen.getByRole('button', { name: '重试' }))
    expect(await screen.findByText(/^已自动保存/)).toBeTruthy()
  })

  test('resumes when the server is back', async () => {
    const articleId = await addOne()
    let isDown = true
    const fault = () =>
      network.use(http.put('*/api/article/draft', () => (isDown ? HttpResponse.error() : undefined)))
    const { user } = await open('admin', articles, `/app/cms/${articleId}`, fault)
    await user.type(await screen.findByRole('textbox', { name: /^标题/ }), '，停机')
    await screen.findByText(/^自动保存失败/)
    isDown = false
    expect(await screen.findByText(/^已自动保存/)).toBeTruthy()
  })

  test('continues after a lost answer, recognising its own draft', async () => {
    const articleId = await addOne()
    let isLost = true
    const lose = () =>
      network.use(
        http.put('*/api/article/draft', async ({ request }) => {
          if (!isLost) return
          await app().app.fetch(request.clone())
          return HttpResponse.error()
        }),
      )
    const { user, person } = await open('admin', articles, `/app/cms/${articleId}`, lose)
    await user.type(await screen.findByRole('textbox', { name: /^标题/ }), '，一')
    await screen.findByText(/^自动保存失败/)
    isLost = false
    await user.type(screen.getByRole('textbox', { name: /^标题/ }), '二')
    expect(await screen.findByText(/^已自动保存/)).toBeTruthy()
    expect((await person.call('articles.draft', { kind: 2, articleId })).values).toContain('，一二')
  })

  // A request passes through many promises before it reaches the network.
  const settled = async () => {
    for (let turn = 0; turn < 50; turn += 1)
      await act(() => new Promise<void>(resolve => setImmediate(resolve)))
  }

  test('saves only after the draft on its way has arrived, so that no draft of the saved text is left', async () => {
    const articleId = await addOne()
    const { promise: isFree, resolve: free } = Promise.withResolvers<void>()
    const [drafted, saved] = [vi.fn<() => void>(), vi.fn<() => void>()]
    const slow = () =>
      network.use(
        http.put('*/api/article/draft', async () => {
          drafted()
          await isFree
        }),
        http.put(`*/api/article/${articleId}`, () => saved()),
      )
    const { user, person } = await open('admin', articles, `/app/cms/${articleId}`, slow)
    await user.type(await screen.findByRole('textbox', { name: /^标题/ }), '，已存')
    await waitFor(() => expect(drafted).toHaveBeenCalled())
    await user.click(screen.getByRole('button', { name: '保存' }))
    await settled()
    expect(saved).not.toHaveBeenCalled()
    free()
    await waitFor(async () => expect((await readArticle(articleId)).title).toMatch(/，已存$/))
    expect((await person.call('articles.draft', { kind: 2, articleId })).values).toBeNull()
  })

  test('sends one request at a time on a slow connection', async () => {
    const articleId = await addOne()
    const { promise: isFree, resolve: free } = Promise.withResolvers<void>()
    const sent = vi.fn<() => void>()
    const slow = () =>
      network.use(
        http.put('*/api/article/draft', async () => {
          sent()
          await isFree
        }),
      )
    const { user, person } = await open('admin', articles, `/app/cms/${articleId}`, slow)
    const title = await screen.findByRole('textbox', { name: /^标题/ })
    await user.type(title, '，一')
    await waitFor(() => expect(sent).toHaveBeenCalled())
    await user.type(title, '二')
    // Two events ask for another request while the first request is still running.
    fireEvent.online(window)
    fireEvent.online(window)
    free()
    expect(await screen.findByText(/^已自动保存/)).toBeTruthy()
    await waitFor(async () =>
      expect((await person.call('articles.draft', { kind: 2, articleId })).values).toContain('，一二'),
    )
    expect(screen.queryByText(/^另一个窗口/)).toBeNull()
    expect(sent).toHaveBeenCalledTimes(2)
  })

  test('waits for the end of a composition', async () => {
    const articleId = await addOne()
    const sent = vi.fn<(values: string) => void>()
    const spy = () =>
      network.use(
        http.put('*/api/article/draft', async ({ request }) => {
          sent(((await request.clone().json()) as { values: string }).values)
        }),
      )
    const { client } = await open('admin', articles, `/app/cms/${articleId}`, spy)
    const title = await screen.findByRole('textbox', { name: /^标题/ })
    const text = await body()
    await screen.findByText('没有修改')
    // Autosave starts only after the stored draft has been read.
    await waitFor(() => expect(client.isFetching()).toBe(0))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    try {
      fireEvent.change(title, { target: { value: '选好的字' } })
      fireEvent.compositionStart(text)
      act(() => void vi.advanceTimersByTime(10_000))
      await settled()
      expect(sent).not.toHaveBeenCalled()
      // Hiding the tab sends complete text at once, but no text of an unfinished composition.
      document.dispatchEvent(new Event('visibilitychange'))
      window.dispatchEvent(new Event('online'))
      await settled()
      expect(sent).not.toHaveBeenCalled()
      fireEvent.compositionEnd(text)
    } finally {
      vi.useRealTimers()
    }
    await waitFor(() => expect(sent).toHaveBeenCalledOnce())
    expect(sent.mock.lastCall?.[0]).toContain('选好的字')
  })

  test('stops when another window edits the draft, and reports when somebody else saves the article', async () => {
    const articleId = await addOne()
    const { user } = await open('admin', articles, `/app/cms/${articleId}`)
    const title = await screen.findByRole('textbox', { name: /^标题/ })
    await user.type(title, '一')
    await screen.findByText(/^已自动保存/)
    const { version } = await readArticle(articleId)
    await (await app().as('admin2')).call('articles.update', { articleId, version, summary: '别人写的摘要' })
    await user.type(title, '二')
    expect(await screen.findByText(/^这篇内容刚被他人保存过/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: '保存' }))
    const dialog = await screen.findByRole('dialog', { name: '内容已被他人修改' })
    await user.click(within(dialog).getByRole('button', { name: '按以上选择保存' }))
    await waitFor(async () =>
      expect(await readArticle(articleId)).toMatchObject({
        title: '股东出资期限的实务问题一二',
        summary: '别人写的摘要',
      }),
    )
  })

  test('offers the new texts of two windows later, and loses neither when one is continued', async () => {
    const first = await app().as('admin')
    const addPage = '/app/cms/add?kind=2'
    const window = await open('admin', articles, addPage)
    const title = await screen.findByRole('textbox', { name: /^标题/ })
    // The window has read that there is no draft; else it would offer the other one's at once.
    await waitFor(() => expect(window.client.isFetching()).toBe(0))
    await first.call('articles.keepDraft', { kind: 2, values: '{"title":"第一个窗口的文章"}' })
    await window.user.type(title, '第二个窗口的文章')
    expect(await screen.findByText(/另一个窗口或设备也在编辑.*内容已留在本机/)).toBeTruthy()
    await waitFor(() => expect(JSON.stringify(Object.values(localStorage))).toContain('第二个窗口的文章'))
    window.close()
    // The tab is closed.
    sessionStorage.clear()

    const reopened = await open('admin', articles, addPage)
    const offer = async (text: RegExp) =>
      within((await screen.findByText(text)).closest<HTMLElement>('[role=alert]')!)
    await offer(/^有一份没有保存的草稿/)
    const other = await offer(/^另一个窗口填写的内容还没有保存/)
    await reopened.user.click(other.getByRole('button', { name: '继续编辑' }))
    const restored = await screen.findByRole<HTMLInputElement>('textbox', { name: /^标题/ })
    expect(restored.value).toBe('第二个窗口的文章')
    expect(await screen.findByText(/^已自动保存/)).toBeTruthy()
    expect((await first.call('articles.draft', { kind: 2 })).values).toContain('第二个窗口的文章')
    reopened.close()
    sessionStorage.clear()

    const last = await open('admin', articles, addPage)
    await last.user.click(
      (await offer(/^另一个窗口填写的内容还没有保存/)).getByRole('button', { name: '继续编辑' }),
    )
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: /^标题/ })).value).toBe(
      '第一个窗口的文章',
    )
  })
})
