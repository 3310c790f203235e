import { beforeEach, describe, expect, test } from 'vitest'

import { draftsOf, forgetAllDrafts, leftDraftsOf } from '../../providers/drafts.ts'

/** The part of Storage that drafts use. */
const memory = () => {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
    key: (index: number) => [...items.keys()][index] ?? null,
    clear: () => items.clear(),
    get length() {
      return items.size
    },
  }
}

const draft = { values: { name: '张三' }, savedAt: 1, version: 2 }
let storage: Storage
beforeEach(() => {
  storage = memory()
})

describe('drafts', () => {
  test('are restored only for the same user on the same page', () => {
    draftsOf('1-7', storage).write('/app/office/create', draft)
    expect(draftsOf('1-7', storage).read('/app/office/create')).toEqual(draft)
    expect(draftsOf('1-7', storage).read('/app/office/1/detail')).toBeNull()
    // Administrator 7 differs from lawyer 7, and user 7 from user 70.
    expect(draftsOf('2-7', storage).read('/app/office/create')).toBeNull()
    expect(draftsOf('1-70', storage).read('/app/office/create')).toBeNull()
  })

  test('of two tabs are independent', () => {
    const [firstStore, secondStore] = [memory(), memory()]
    draftsOf('1-7', firstStore).write('/form', draft)
    draftsOf('1-7', secondStore).write('/form', { ...draft, values: { name: '李四' } })
    expect(draftsOf('1-7', firstStore).read('/form')).toEqual(draft)
    draftsOf('1-7', secondStore).forget('/form')
    expect(draftsOf('1-7', firstStore).read('/form')).toEqual(draft)
  })

  test('broken content of the storage is ignored', () => {
    const drafts = draftsOf('1-7', storage)
    for (const broken of ['{', 'null', '[]', '{"values":3,"savedAt":1}', '{"values":{}}']) {
      storage.setItem('tenant-admin:draft:1-7:/form', broken)
      expect(drafts.read('/form')).toBeNull()
    }
  })

  test('a full storage only loses the draft', () => {
    const full: Storage = {
      ...memory(),
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError')
      },
    }
    expect(draftsOf('1-7', full).write('/form', draft)).toBe(false)
  })

  test('that the server did not take are listed by window, for the same user and form only', () => {
    const left = leftDraftsOf('1-7', '/form', storage)
    left.write({ ...draft, id: 'one' })
    left.write({ ...draft, values: { name: '李四' }, id: 'two' })
    leftDraftsOf('1-7', '/form#one', storage).write({ ...draft, id: 'three' })
    draftsOf('1-7', storage).write('/form', draft)
    storage.setItem('tenant-admin:draft:1-7:/form#broken', '{')
    expect(leftDraftsOf('1-70', '/form', storage).read()).toEqual([])
    expect(leftDraftsOf('1-7', '/forms', storage).read()).toEqual([])
    left.forget('one')
    expect(left.read()).toEqual([{ ...draft, values: { name: '李四' }, id: 'two' }])
  })

  test('a sign-out deletes all drafts and nothing else', () => {
    draftsOf('1-7', storage).write('/a', draft)
    draftsOf('2-9', storage).write('/b', draft)
    leftDraftsOf('1-7', '/a', storage).write({ ...draft, id: 'one' })
    storage.setItem('tenant-admin:wanted', '/app')
    forgetAllDrafts([storage])
    expect(storage.length).toBe(1)
    expect(storage.getItem('tenant-admin:wanted')).toBe('/app')
  })
})
