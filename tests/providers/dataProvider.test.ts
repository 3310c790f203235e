import { beforeEach, describe, expect, test, vi } from 'vitest'

import { createDataProvider } from '../../providers/dataProvider.ts'
import { CallError, unreachableFailure } from '../../providers/envelope.ts'
import { articles, cases } from '../../resources/articles/index.ts'
import { caseTypes } from '../../resources/categories.ts'
import { chinese } from '../../resources/kit/translate.ts'
import { positions } from '../../resources/positions.ts'
import { officialProfessions } from '../../resources/professions.ts'

const post = { postId: 7, postName: '律师', postCode: 'Associate', enabled: '1', version: 3 }
const record = { ...post, id: 7 }

const call = vi.fn<Parameters<typeof createDataProvider>[1]>()
const mayCall = vi.fn<Parameters<typeof createDataProvider>[2]>(() => true)
let language = chinese
const provider = createDataProvider(
  name => [positions, articles, cases, caseTypes, officialProfessions].find(it => it.name === name),
  call,
  mayCall,
  () => language,
)
beforeEach(() => void vi.resetAllMocks())

const answer = (value: unknown) => call.mockResolvedValueOnce(value)
const sent = (index = 0) => call.mock.calls[index]!

describe('reading', () => {
  test('a page is requested with the call’s parameters and has records with ids', async () => {
    answer({ records: [post], total: 10_001 })
    const result = await provider.getList('positions', {
      pagination: { page: 2, perPage: 50 },
      sort: { field: 'sort', order: 'DESC' },
      filter: { q: '律', enabled: '1', empty: '', none: null },
    })
    expect(result).toEqual({ data: [record], total: 10_001 })
    expect(sent().slice(0, 2)).toEqual([
      'positions.page',
      { pageNum: 2, pageSize: 50, sortField: 'sort', sortOrder: 'desc', keyword: '律', enabled: '1' },
    ])
  })

  test('a sort column that the call does not support is not sent', async () => {
    answer({ records: [], total: 0 })
    await provider.getList('positions', { sort: { field: 'remark', order: 'ASC' } })
    expect(sent()[1]).toEqual({ pageNum: 1, pageSize: 10 })
  })

  test('a record is read by the key of its resource', async () => {
    answer(post)
    expect(await provider.getOne('positions', { id: '7' })).toEqual({ data: record })
    expect(sent().slice(0, 2)).toEqual(['positions.one', { postId: 7 }])
  })

  test('names come from the choices, otherwise from the list', async () => {
    answer([post])
    answer({ records: [{ ...post, postId: 9, postName: '主任' }], total: 1 })
    const { data } = await provider.getMany('positions', { ids: [7, 9] })
    expect(data.map(it => it.postName)).toEqual(['律师', '主任'])
    expect(sent(1).slice(0, 2)).toEqual(['positions.page', { ids: [9], pageSize: 1 }])
  })

  test('choices of a tree follow their parents and are named in the reader’s language', async () => {
    const below = { id: 101, code: '0101', name: '刑事辩护', nameEn: 'Criminal defence' }
    const tree = [{ id: 1, code: '01', name: '刑事', nameEn: 'Criminal', children: [below] }]
    const offeredChoices = async () => {
      answer(tree)
      return (await provider.choices('officialProfessions')).data.map(({ id, name, note }) => [
        id,
        name,
        note,
      ])
    }
    expect(await offeredChoices()).toEqual([
      [1, '刑事', undefined],
      [101, '刑事辩护', '刑事'],
    ])
    expect(sent()[0]).toBe('officialProfessions.tree')
    language = { ...chinese, locale: 'en-US' }
    expect(await offeredChoices()).toEqual([
      [1, 'Criminal', undefined],
      [101, 'Criminal defence', 'Criminal'],
    ])
    language = chinese
  })

  test('a list that the user may not read is not requested', async () => {
    mayCall.mockReturnValue(false)
    answer([post])
    expect((await provider.getMany('positions', { ids: [7, 9] })).data).toEqual([record])
    expect(call).toHaveBeenCalledTimes(1)
  })
})

describe('writing', () => {
  test('an update sends the changed values, the key and the version, and returns the record', async () => {
    answer({ version: 4 })
    const result = await provider.update('positions', {
      id: 7,
      data: { postName: '高级律师', postCode: 'Associate', remark: '' },
      previousData: record,
    })
    expect(sent().slice(0, 2)).toEqual(['positions.update', { postName: '高级律师', postId: 7, version: 3 }])
    expect(result.data).toMatchObject({ id: 7, postName: '高级律师', version: 4 })
  })

  test('an emptied field is sent as null', async () => {
    answer({ version: 4 })
    await provider.update('positions', {
      id: 7,
      data: { remark: null },
      previousData: { ...record, remark: '旧' },
    })
    expect(sent()[1]).toEqual({ remark: null, postId: 7, version: 3 })
  })

  test('a retry after a broken connection reuses the idempotency key, and a creation after an answer has a new one', async () => {
    const data = { postName: '律师', postCode: 'Associate' }
    call.mockRejectedValueOnce(new CallError(unreachableFailure))
    await expect(provider.create('positions', { data })).rejects.toThrow('服务异常')
    answer({ postId: 8, version: 0 })
    expect((await provider.create('positions', { data })).data).toMatchObject({ id: 8, postName: '律师' })
    answer({ postId: 9, version: 0 })
    await provider.create('positions', { data })
    const keys = call.mock.calls.map(it => (it[2] as { idempotencyKey: string }).idempotencyKey)
    expect(keys[0]).toBe(keys[1])
    expect(keys[2]).not.toBe(keys[0])
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
  })

  test('a refusal discards the idempotency key', async () => {
    const data = { postName: '甲', postCode: 'A' }
    call.mockRejectedValue(new CallError({ code: '4220', message: '请检查填写内容', data: { errors: {} } }))
    await expect(provider.create('positions', { data })).rejects.toThrow('请检查填写内容')
    await expect(provider.create('positions', { data })).rejects.toThrow('请检查填写内容')
    const [first, second] = call.mock.calls.map(it => (it[2] as { idempotencyKey: string }).idempotencyKey)
    expect(first).not.toBe(second)
  })

  test('field errors have react-admin’s format', async () => {
    const errors = { postName: '该职位名称已存在' }
    call.mockRejectedValueOnce(new CallError({ code: '4220', message: '请检查填写内容', data: { errors } }))
    await expect(provider.create('positions', { data: {} })).rejects.toMatchObject({ body: { errors } })
  })

  test('an action sends what its declaration says, and the answers of its dialog', async () => {
    answer({ version: 4 })
    await provider.act('positions', 'disable', record, { reason: '不再使用' })
    expect(sent().slice(0, 2)).toEqual([
      'positions.update',
      { postId: 7, enabled: '0', version: 3, reason: '不再使用' },
    ])
  })
})

describe('an undeclared call', () => {
  test.each([
    ['a resource', () => provider.getList('nothing', {})],
    ['a verb', () => provider.updateMany('positions', { ids: [1], data: {} })],
    ['an action', () => provider.act('positions', 'explode', record)],
  ])('%s rejects', async (_, run) => {
    await expect(run()).rejects.toThrow('接口未定义')
    expect(call).not.toHaveBeenCalled()
  })
})

describe('resources that share their calls', () => {
  test('their fixed values are sent with every list, choice and new record', async () => {
    answer({ records: [], total: 0 })
    await provider.getList('cases', { filter: { kind: 2 } })
    expect(sent()[1]).toEqual({ pageNum: 1, pageSize: 10, kind: 3 })
    answer([])
    await provider.choices('caseTypes')
    expect(sent(1).slice(0, 2)).toEqual(['caseTypes.getList', { kind: 3 }])
    answer({ articleId: 5, version: 1 })
    await provider.create('cases', { data: { title: '案例' } })
    expect(sent(2).slice(0, 2)).toEqual(['cases.add', { title: '案例', kind: 3 }])
  })
})

describe('a field sent as JSON text', () => {
  test('is written as text, and null as null', async () => {
    const previousData = { id: 5, version: 2, professional: [3] }
    answer({ version: 3 })
    await provider.update('articles', {
      id: 5,
      data: { ...previousData, professional: [3, 7] },
      previousData,
    })
    expect(sent()[1]).toEqual({ professional: '[3,7]', articleId: 5, version: 2 })
    answer({ version: 3 })
    await provider.update('articles', { id: 5, data: { ...previousData, professional: [] }, previousData })
    expect(sent(1)[1]).toMatchObject({ professional: '[]' })
  })
})
