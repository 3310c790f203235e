import { z } from 'zod'

import type { DirectorySettings } from '../../../context/services.ts'
import type { ServerConfig } from '../../../process/config.ts'
import { askProvider, jsonOf } from '../provider.ts'
import {
  directoryRefusal,
  allPages,
  answerLimits,
  createCollection,
  forEachOf,
  halfAnswer,
  type Reading,
} from './reading.ts'

// The directory of 飞书 (open.feishu.cn/document/server-docs/contact-v3): 自建应用获取 tenant_access_token, 获取子部门列表
// and 获取部门直属用户列表. Mobile, mail and number of employee are answered where the application has their permissions.

const text = z.string().max(2_000).catch('')
const status = z.object({ is_resigned: z.boolean().optional(), is_exited: z.boolean().optional() }).partial()

const answerWith = <S extends z.ZodRawShape>(shape: S) =>
  z.object({ code: z.int(), msg: z.string().max(2_000).catch(''), ...shape })
const tokenAnswer = answerWith({ tenant_access_token: text.default('') })
const pageOf = <S extends z.ZodType>(item: S) =>
  answerWith({
    data: z
      .object({
        has_more: z.boolean().default(false),
        page_token: z.string().optional(),
        items: z.array(item).nullish(),
      })
      .optional(),
  })

const department = z.object({
  open_department_id: z.string().min(1).max(200),
  name: text.default(''),
  parent_department_id: text.default(''),
  /** The people of the department and of those below it. */
  member_count: z.int().optional().catch(undefined),
  status: z.object({ is_deleted: z.boolean().optional() }).optional().catch(undefined),
})
const user = z.object({
  union_id: z.string().min(1).max(200),
  name: text.default(''),
  email: text.default(''),
  enterprise_email: text.default(''),
  mobile: text.default(''),
  employee_no: text.default(''),
  department_ids: z.array(z.string()).nullish().catch(undefined),
  orders: z
    .array(z.object({ department_id: z.string(), is_primary_dept: z.boolean().optional() }))
    .nullish()
    .catch(undefined),
  status: status.optional().catch(undefined),
})
type User = z.output<typeof user>

/** The whole corporation; only an application that may see all of it may ask for its people. */
const root = '0'
/** 请求过于频繁. */
const isBusy = ({ code }: { code: number }) => code === 99_991_400

const primaryOf = ({ orders, department_ids: ids }: User) =>
  orders?.find(it => it.is_primary_dept)?.department_id ?? ids?.[0]

type Endpoint = Pick<ServerConfig, 'feishuEndpoint'>

const createAsk =
  (endpoint: string, reading: Reading) =>
  async <S extends z.ZodType<{ code: number; msg: string }>>({
    path,
    shape,
    ...init
  }: {
    path: string
    shape: S
    method: string
    headers: object
    body?: string
  }) => {
    const address = `${endpoint}/open-apis/${path}`
    const headers = { 'content-type': 'application/json; charset=utf-8', ...init.headers }
    const answer = await reading.patiently(
      async () => jsonOf(await askProvider(address, { ...init, headers }), shape, answerLimits),
      isBusy,
    )
    if (answer.code !== 0) throw directoryRefusal({ errcode: answer.code, errmsg: answer.msg })
    return answer
  }
type Ask = ReturnType<typeof createAsk>

const tokenFor = async (ask: Ask, { appId, secret }: DirectorySettings) => {
  const { tenant_access_token: token } = await ask({
    path: 'auth/v3/tenant_access_token/internal',
    shape: tokenAnswer,
    method: 'POST',
    headers: {},
    body: JSON.stringify({ app_id: appId, app_secret: secret }),
  })
  if (token === '') throw halfAnswer('没有访问凭证')
  return { authorization: `Bearer ${token}` }
}

type Headers = Awaited<ReturnType<typeof tokenFor>>
const pagesOf = <S extends z.ZodType>(
  ask: Ask,
  { headers, path, query, item, what }: PageQuestion<S> & { headers: Headers },
) =>
  allPages<z.output<S>, string>(async cursor => {
    const search = new URLSearchParams({ ...query, ...(cursor !== undefined && { page_token: cursor }) })
    const { data } = await ask({
      path: `contact/v3/${path}?${search.toString()}`,
      shape: pageOf(item),
      method: 'GET',
      headers,
    })
    if (!data) throw halfAnswer(what)
    return { items: data.items ?? [], hasMore: data.has_more, next: data.page_token }
  }, what)

const departmentsFor = (ask: Ask, headers: Headers) =>
  pagesOf(ask, {
    headers,
    path: `departments/${root}/children`,
    query: { department_id_type: 'open_department_id', fetch_child: 'true', page_size: '50' },
    item: department,
    what: '部门列表',
  })

type Collection = ReturnType<typeof createCollection>

const memberOf = (it: User, id: string) => {
  const departmentId = primaryOf(it) ?? id
  return {
    externalId: it.union_id,
    name: it.name,
    mobile: it.mobile,
    email: it.enterprise_email || it.email,
    employeeNo: it.employee_no,
    departmentId: departmentId === root ? null : departmentId,
  }
}

/** Reads the members of a department; answers who they are. */
const readPeople = async (ask: Ask, headers: Headers, collection: Collection, id: string) => {
  const users = await pagesOf(ask, {
    headers,
    path: 'users/find_by_department',
    query: { department_id: id, department_id_type: 'open_department_id', page_size: '50' },
    item: user,
    what: `部门“${collection.departments.get(id)?.name ?? '全体'}”的成员`,
  })
  for (const it of users)
    if (!it.status?.is_resigned && !it.status?.is_exited) collection.addMember(memberOf(it, id))
  return new Set(users.map(it => it.union_id))
}

export const feishuDirectory = ({ feishuEndpoint }: Endpoint) => ({
  check: async (settings: DirectorySettings, reading: Reading) => {
    const ask = createAsk(feishuEndpoint, reading)
    await departmentsFor(ask, await tokenFor(ask, settings))
  },
  read: async (settings: DirectorySettings, reading: Reading) => {
    const ask = createAsk(feishuEndpoint, reading)
    const headers = await tokenFor(ask, settings)
    const collection = createCollection()
    const departments = (await departmentsFor(ask, headers)).filter(it => !it.status?.is_deleted)
    for (const { open_department_id: id, name, parent_department_id: parent } of departments)
      collection.addDepartment(id, { name, parentId: parent === root || parent === '' ? null : parent })
    const people = new Map<string, Set<string>>()
    await forEachOf([root, ...departments.map(it => it.open_department_id)], async id => {
      people.set(id, await readPeople(ask, headers, collection, id))
    })
    requireWholeDepartments(departments, people)
    return collection.finish()
  },
})

type PageQuestion<S extends z.ZodType> = {
  path: string
  query: Record<string, string>
  item: S
  what: string
}

/** Throws where a department says that it has more people than it and those below it have named. */
const requireWholeDepartments = (
  departments: readonly z.output<typeof department>[],
  people: ReadonlyMap<string, ReadonlySet<string>>,
) => {
  const children = Map.groupBy(departments, it => it.parent_department_id)
  const within = (id: string, seen = new Set<string>()): Set<string> => {
    // A circle of departments would be an answer that no directory gives.
    if (seen.has(id)) throw halfAnswer('部门互为上下级')
    seen.add(id)
    const below = (children.get(id) ?? []).flatMap(it => [...within(it.open_department_id, seen)])
    return new Set([...(people.get(id) ?? []), ...below])
  }
  for (const { open_department_id: id, name, member_count: count } of departments) {
    const { size } = within(id)
    if (count !== undefined && size < count) throw halfAnswer(`部门“${name}”有${count}人，只给出${size}人`)
  }
}
