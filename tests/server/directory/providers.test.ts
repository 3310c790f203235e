import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import type { DirectorySettings } from '../../../server/context/services.ts'
import { createDirectory } from '../../../server/services/integrations/directories/directory.ts'
import {
  directoryAppId,
  directorySecret,
  type Directories,
  type Fault,
  startDirectories,
} from '../../support/directories.ts'

const providers = ['wecom', 'feishu', 'dingtalk'] as const
type Provider = (typeof providers)[number]

let directories: Directories
beforeAll(async () => {
  directories = await startDirectories()
})
afterAll(() => directories.close())
afterEach(() =>
  Object.assign(directories.state, {
    members: [],
    fault: null,
    busy: 0,
    isReserved: false,
    isHanging: false,
  }),
)

const settings = (provider: Provider): DirectorySettings => ({
  provider,
  appId: directoryAppId,
  secret: directorySecret,
})
const read = (provider: Provider, signal?: AbortSignal) =>
  createDirectory(directories.endpoints).read(settings(provider), signal)

/** 130 people in the whole firm and 130 in one of its departments, so that every directory answers several pages. */
const fill = () => {
  directories.state.departments = [
    { id: 1, name: '梁山律师事务所', parent: 0 },
    { id: 2, name: '东所', parent: 1 },
    { id: 3, name: '争议解决部', parent: 2 },
  ]
  directories.state.members = Array.from({ length: 260 }, (_, index) => ({
    id: `m${index}`,
    name: `成员${index}`,
    mobile: `139${String(index).padStart(8, '0')}`,
    email: `m${index}@example.com`,
    employeeNo: `E${index}`,
    department: index < 130 ? 1 : 3,
  }))
}

describe.each(providers)('the directory of %s', provider => {
  test('is read with all its pages and departments', async () => {
    fill()
    const { members, departments } = await read(provider)
    expect(members).toHaveLength(260)
    const last = members.find(it => it.name === '成员259')
    expect(last).toMatchObject({ email: 'm259@example.com', employeeNo: provider === 'wecom' ? '' : 'E259' })
    expect(last!.mobile).toMatch(/13900000259$/)
    const department = departments.get(last!.departmentId!)!
    expect(department.name).toBe('争议解决部')
    expect(departments.get(department.parentId!)!.name).toBe('东所')
  })

  test('gives people without mobile and mail where it keeps these to itself', async () => {
    fill()
    directories.state.isReserved = true
    const { members } = await read(provider)
    expect(members).toHaveLength(260)
    expect(members.every(it => it.mobile === '' && it.email === '')).toBe(true)
  })

  test('is asked again where it is busy', async () => {
    fill()
    directories.state.busy = 2
    expect((await read(provider)).members).toHaveLength(260)
  })

  const faults: readonly Fault[] = [
    'department fails',
    'fewer people',
    'no list',
    'a page of HTML',
    'not JSON',
    ...(provider === 'wecom' ? [] : (['page fails', 'no cursor', 'same cursor'] as const)),
  ]
  test.each(faults)('is refused whole: %s', async fault => {
    fill()
    directories.state.fault = { fault, department: 3 }
    await expect(read(provider)).rejects.toMatchObject({ name: 'ProviderError' })
  })

  test('is refused with a wrong secret, and without anybody', async () => {
    const directory = createDirectory(directories.endpoints)
    await expect(directory.check({ ...settings(provider), secret: 'wrong' })).rejects.toMatchObject({
      name: 'ProviderError',
    })
    await expect(directory.check(settings(provider))).resolves.toBeUndefined()
    directories.state.members = []
    await expect(read(provider)).rejects.toThrow('没有任何成员')
  })

  test('ends when the server stops', async () => {
    fill()
    await expect(read(provider, AbortSignal.abort())).rejects.toThrow('正在停止')
  })
})

test('a department in 飞书 that names fewer people than it has is refused', async () => {
  fill()
  directories.state.fault = { fault: 'fewer people', department: 3 }
  await expect(read('feishu')).rejects.toThrow('有130人，只给出129人')
})
