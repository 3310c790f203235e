import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'

import { positions } from '../../resources/positions.ts'
import { professions } from '../../resources/professions.ts'
import { useServer } from '../support/screen.tsx'

const { app, open } = useServer()

const cases = [
  {
    resource: positions,
    path: '/app/operation/position',
    title: '职位',
    table: '职位\t编码\t职级\t是否合伙人\n导入主任\tDirector\t3\t是\n导入顾问\tAdviser\t4\t',
    wrong: '职位\t编码\t职级\n坏职位\tBroken\t几级\n好职位\tFine\t2',
    message: /请输入.*职级|职级/,
    names: ['导入主任', '导入顾问'],
  },
  {
    resource: professions,
    path: '/app/operation/profession',
    title: '专业领域',
    table: '领域\t英文\t简介\n航天法\tSpace law\t卫星与发射\n极地法\tPolar law\t',
    wrong: '领域\t英文\n坏\tBad\n好领域\tGood',
    message: /至少2个字/,
    names: ['航天法', '极地法'],
  },
] as const

const paste = (cell: HTMLElement, text: string) =>
  fireEvent.paste(cell, { clipboardData: { getData: () => text } })

describe.each(cases)('$title imported', ({ resource, path, table, wrong, message, names }) => {
  const namesThere = async () => {
    const call = resource.name === 'positions' ? 'positions.page' : 'professions.list'
    const { records } = (await (await app().as('admin')).call(call, { pageSize: 200 })) as unknown as {
      records: Record<string, unknown>[]
    }
    return records.map(it => it[resource.title])
  }
  const firstCell = async () => (await screen.findAllByRole('textbox'))[0]!

  test('creates records from a pasted table, and undoes their creation', async () => {
    const { user } = await open('admin', resource, path)
    await user.click(await screen.findByRole('link', { name: '批量导入' }))
    paste(await firstCell(), table)
    await user.click(await screen.findByRole('button', { name: '创建 2 条' }))
    const result = within(await screen.findByRole('region', { name: '导入结果' }))
    expect(result.getByText('已创建 2 条')).toBeTruthy()
    expect(await namesThere()).toEqual(expect.arrayContaining([...names]))
    await user.click(result.getByRole('button', { name: '撤销本次创建' }))
    const dialog = within(await screen.findByRole('dialog'))
    await dialog.findByText(names[0])
    await user.click(dialog.getByRole('button', { name: '撤销创建' }))
    await screen.findByRole('dialog', { name: '已撤销 2 条记录' })
    expect((await namesThere()).filter(name => names.some(it => it === name))).toEqual([])
  })

  test('an invalid row prevents the import, and is marked', async () => {
    const { user } = await open('admin', resource, `${path}/import`)
    const before = await namesThere()
    paste(await firstCell(), wrong)
    await user.click(await screen.findByRole('button', { name: '检查' }))
    await waitFor(() => expect(screen.getAllByText(message).length).toBeGreaterThan(0))
    expect(screen.getByRole('button', { name: /^创建/ }).hasAttribute('disabled')).toBe(true)
    expect(await namesThere()).toEqual(before)
  })
})
