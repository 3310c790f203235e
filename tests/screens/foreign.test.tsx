import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'

import { useForeignClient } from '../support/foreign/client.ts'
import type { Person } from '../support/foreign/handlers.ts'
import { pathsOf } from '../support/foreign/paths.ts'
import { mapDeep, type Style, styles } from '../support/foreign/styles.ts'

const { enter, open } = useForeignClient()

/** Texts that must never be shown to a user, for any answer of a back-end. */
const wrongTexts =
  /无法显示|加载失败|服务异常|暂时无法进入|非标准内容|NaN|undefined|null|Invalid Date|\[object/

describe.each(Object.entries(styles))('a back-end of the specification alone, %s', (_, style) => {
  test.each<Person>(['admin', 'lawyer'])('shows every screen of %s, and asks for nothing else', async who => {
    const { unknown, said } = await enter(style, who)
    const troubles: string[] = []
    for (const path of pathsOf(who)) {
      await open(path)
      const wrongText = wrongTexts.exec(document.body.textContent ?? '')?.[0]
      if (wrongText) troubles.push(`${path} shows ${wrongText}`)
      troubles.push(...said.splice(0).map(it => `${path} says ${it}`))
      troubles.push(...unknown.splice(0).map(it => `${path} asks for ${it}`))
    }
    expect(troubles).toEqual([])
  })
})

test('previews cope with people, offices and articles without ids', async () => {
  const nameless = (value: unknown, name: string) => (/id$/i.test(name) ? null : value)
  const style: Style = {
    ...styles.plain,
    answer: (data, row) => styles.plain.answer(mapDeep(data, nameless), row),
  }
  const { said } = await enter(style, 'admin')
  for (const path of [
    '/app/conf/card-sort-way',
    '/app/conf/miniprogram-index',
    '/app/conf/miniprogram-card',
  ]) {
    await open(path)
    expect(said.splice(0), path).toEqual([])
  }
})

describe('a call that the back-end lacks', () => {
  test('hides its features', async () => {
    await enter(styles.plain, 'admin')
    await open('/app/user/account/settings')
    expect(screen.queryByRole('region', { name: '登录设备' })).toBeNull()
    await open('/app/user/logs/msg')
    expect(screen.queryByRole('button', { name: '全部已读' })).toBeNull()
    expect(screen.queryByRole('link', { name: '律所公告' })).toBeNull()
    await open('/app/logs')
    expect(screen.queryByRole('button', { name: /导出/ })).toBeNull()
    await open('/app/user/logs/msg/announce')
    expect(await screen.findByRole('heading', { name: '功能未开启' })).toBeDefined()
  })

  test('shows no zero in place of a missing count', async () => {
    await enter(styles.plain, 'admin')
    await open('/app/lawyer')
    const tabs = within(screen.getByRole('group', { name: '状态' })).getAllByRole('button')
    await waitFor(() =>
      expect(tabs.map(it => it.textContent)).toEqual([
        '全部3',
        '待审核1',
        '正常',
        '已驳回1',
        '已停用',
        '已离所',
      ]),
    )
  })

  test('is replaced by a call of the specification if possible', async () => {
    await enter(styles.plain, 'admin')
    await open('/app/cms/category')
    const names = within(screen.getByRole('table')).getAllByText(/^分类\d$/)
    expect(names.map(it => it.textContent)).toEqual(['分类1', '分类2', '分类3'])
    await open('/app/cms/category/2')
    expect(await screen.findByDisplayValue('分类2')).toBeDefined()
    await open('/app/operation/profession/3')
    expect(await screen.findByDisplayValue('领域3')).toBeDefined()
    // The count is the sum by type, as this back-end gives no total of unread messages.
    await screen.findByRole('link', { name: '站内信，3条未读' })
  })
})
