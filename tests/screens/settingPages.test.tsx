import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'

import { settings } from '../../resources/settings/index.ts'
import { hasPreview } from '../../src/settings/previewedSettings.ts'
import { prepareCards } from '../support/cards.ts'
import { useServer } from '../support/screen.tsx'

const { app, open } = useServer()

type Name = keyof typeof settings
const editorOf = (name: Name) => (settings[name].calls.update.who === 'setting.edit' ? 'system' : 'admin')
const openPage = (name: Name, account = editorOf(name)) =>
  open(account, settings[name], settings[name].views.edit!.path)

const readSetting = async (name: Name) =>
  (await (await app().as('admin')).call(`${name}.get` as 'sortSet.get')) as Record<string, unknown>
const press = async (user: Awaited<ReturnType<typeof open>>['user'], name: string) =>
  user.click(await screen.findByRole('button', { name }))
const choose = async (user: Awaited<ReturnType<typeof open>>['user'], name: string) => {
  await press(user, '更多')
  await user.click(await screen.findByRole('menuitem', { name }))
}
const phone = async (user: Awaited<ReturnType<typeof open>>['user']) => {
  await press(user, '预览')
  return within(await screen.findByRole('figure', { name: '小程序预览' }))
}

describe.each(Object.values(settings).filter(({ views }) => !views.edit?.page))(
  'the page of $label',
  ({ name, form, fields }) => {
    test('has its sections, all its fields, and a preview if visitors see the setting, or else what follows from it', async () => {
      const { user } = await openPage(name)
      for (const title of Object.keys(form))
        expect(await screen.findByRole('region', { name: title })).toBeTruthy()
      const drawn: readonly string[] = Object.values(form).flat()
      expect(drawn.toSorted()).toEqual(Object.keys(fields).toSorted())
      if (hasPreview(name)) {
        expect((await phone(user)).getByRole('region', { name: '内容' }).textContent).not.toBe('')
      } else {
        const explanation = within(await screen.findByRole('complementary', { name: '作用说明' }))
        expect(explanation.getAllByRole('listitem').length).toBeGreaterThan(1)
        await press(user, '更多')
        await screen.findByRole('menuitem', { name: '恢复默认' })
        expect(screen.queryByRole('menuitem', { name: '预览' })).toBeNull()
        expect(screen.queryByRole('button', { name: '预览' })).toBeNull()
      }
    })
  },
)

const ruleNames = () =>
  screen.getAllByRole('combobox', { name: /^依据/ }).map(it => (it as HTMLInputElement).value)

test('moves rules, undoes a move, and saves the order shown', async () => {
  const { user } = await openPage('sortSet')
  await screen.findAllByRole('combobox', { name: /^依据/ })
  expect(ruleNames()).toEqual(['置顶', '职级', '权重', '姓名拼音'])
  await press(user, '上移排序规则 4')
  expect(ruleNames()).toEqual(['置顶', '职级', '姓名拼音', '权重'])
  expect(document.activeElement?.getAttribute('aria-label')).toBe('上移排序规则 3')
  expect(await screen.findByText('排序规则 4移到第 3 位')).toBeTruthy()
  await press(user, '撤销移动')
  expect(ruleNames()).toEqual(['置顶', '职级', '权重', '姓名拼音'])
  expect(await screen.findByText('没有修改')).toBeTruthy()

  await press(user, '下移排序规则 1')
  await press(user, '保存')
  expect(await screen.findByText('已保存')).toBeTruthy()
  expect((await readSetting('sortSet'))['rules']).toMatchObject([
    { by: 'post' },
    { by: 'top' },
    { by: 'weight' },
    { by: 'pinyin' },
  ])
})

test('restores defaults into the form, saves them, and logs old and new values', async () => {
  const { user } = await openPage('sortSet')
  await screen.findAllByRole('combobox', { name: /^依据/ })
  await choose(user, '恢复默认')
  expect(ruleNames()).toEqual(['置顶', '职级', '权重', '姓名拼音'])
  expect(await screen.findByText('1 项未保存')).toBeTruthy()
  await press(user, '保存')
  await waitFor(async () =>
    expect(await readSetting('sortSet')).toMatchObject({ ...settings.sortSet.initial, version: 2 }),
  )
})

test('logs changes value by value', async () => {
  const { user } = await openPage('icpSet')
  const copyright = await screen.findByRole('textbox', { name: /^版权信息/ })
  await user.type(copyright, '梁山所有')
  await press(user, '保存')
  await screen.findByText('已保存')
  document.querySelector<HTMLElement>('[data-slot=actions] button')!.click()
  const log = within(await screen.findByRole('dialog', { name: '变更记录' }))
  await user.click(await log.findByText('版权信息'))
  expect((await log.findByText('版权信息', { selector: 'dt' })).nextElementSibling?.textContent).toBe(
    '梁山所有',
  )
})

test('renders the preview from unsaved values', async () => {
  const { user } = await openPage('searchSet')
  await user.type(await screen.findByRole('textbox', { name: /^无结果提示/ }), '换个词试试')
  expect((await phone(user)).getByText('换个词试试')).toBeTruthy()
  const figure = within(screen.getByRole('figure', { name: '小程序预览' }))
  await user.click(figure.getByRole('radio', { name: 'EN' }))
  expect(await figure.findByText('Find a lawyer')).toBeTruthy()
  expect((await readSetting('searchSet'))['emptyTip'] ?? null).toBeNull()
})

test('previews people in the order in which the server lists them', async () => {
  const needed = await prepareCards(app())
  const admin = await app().as('admin')
  const weights = { '13800000001': 1, '13800000002': 9, '13800000003': 5 }
  for (const [account, weight] of Object.entries(weights)) {
    const { id: lawyerId, name } = app().world.people.get(account)!
    // These spellings sort as 吴, 郑, 王; without them, the readings of the characters sort as 王, 吴, 郑.
    const namePinyin = { 吴律师: 'Ng Lushi', 郑律师: 'Tay Lushi' }[name]
    const { version } = await admin.call('lawyers.lawyerInfo', { id: lawyerId })
    if (namePinyin) await admin.call('lawyers.update', { id: lawyerId, namePinyin, version })
    const card = { language: 'CN', name, lawyerId, weight, publish: 1, ...needed } as const
    await admin.call('cards.createCard', card)
  }
  const before = await admin.call('sortSet.get')
  const orders: string[][] = []
  for (const [by, order] of [
    ['weight', 'desc'],
    ['pinyin', 'asc'],
    ['pinyin', 'desc'],
  ] as const) {
    const { version } = await admin.call('sortSet.get')
    await admin.call('sortSet.update', { ...before, rules: [{ by, order }], version })
    const { user, close } = await openPage('sortSet')
    await screen.findAllByRole('combobox', { name: /^依据/ })
    const names = await (await phone(user)).findAllByText(/^[吴郑王]律师$/, { selector: 'strong' })
    const { records } = await admin.call('cards.pageList', {})
    orders.push(records.map(it => it.name))
    expect(names.map(it => it.textContent)).toEqual(orders.at(-1))
    close()
  }
  expect(orders[0]).toEqual(['郑律师', '王律师', '吴律师'])
  expect(orders[1]).toEqual(['吴律师', '郑律师', '王律师'])
  await admin.call('sortSet.update', {
    ...before,
    rules: [{ by: 'weight', order: 'desc' }],
    groupBy: 4,
    version: (await admin.call('sortSet.get')).version,
  })
  const { user } = await openPage('sortSet')
  await screen.findAllByRole('combobox', { name: /^依据/ })
  const titles = await (await phone(user)).findAllByText(/^[A-Z吴郑王]$/)
  expect(titles.map(it => it.textContent)).toEqual(['N', 'T', 'W'])
  expect((await admin.call('cards.pageList', {})).records.map(it => it.name)).toEqual(orders[1])
  expect(new Set(orders.map(String)).size).toBe(3)
  await admin.call('sortSet.update', { ...before, version: (await admin.call('sortSet.get')).version })
})
