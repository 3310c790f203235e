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

// The directory of 钉钉 (open.dingtalk.com/document/development): 获取企业内部应用的accessToken, 获取部门列表 (listsub, one level at
// a time), 获取部门用户详情 (user/list) and, to find out whether that was all, 获取部门用户userid列表 (user/listid).

const text = z.string().max(2_000).nullish().catch('')
const tokenAnswer = z.object({
  accessToken: z.string().max(2_000).optional(),
  code: z.string().max(200).optional(),
  message: z.string().max(2_000).optional(),
})
const answerWith = <S extends z.ZodType>(result: S) =>
  z.object({
    errcode: z.int(),
    errmsg: z.string().max(2_000).catch(''),
    sub_code: z.string().optional().catch(undefined),
    result: result.nullish(),
  })
const departments = z.array(z.object({ dept_id: z.int(), name: text, parent_id: z.int().optional() }))
const users = z.object({
  has_more: z.boolean().default(false),
  next_cursor: z.int().optional(),
  list: z.array(
    z.object({
      userid: z.string().min(1).max(200),
      name: text,
      mobile: text,
      email: text,
      org_email: text,
      job_number: text,
      dept_id_list: z.array(z.int()).nullish().catch(undefined),
    }),
  ),
})
const ids = z.object({ userid_list: z.array(z.string()) })

const root = 1
/** 系统繁忙, and the limits of one interface and of all. */
const busyCodes: readonly (string | number)[] = [-1, 90_002, 90_018, '90002', '90018']
const isBusy = ({ errcode, sub_code: detail = '' }: { errcode: number; sub_code?: string | undefined }) =>
  busyCodes.includes(errcode) || busyCodes.includes(detail)

type Endpoints = Pick<ServerConfig, 'dingtalk'>

const createAsk =
  (oapi: string, token: string, reading: Reading) =>
  async <S extends z.ZodType>(path: string, result: S, body: object, what: string): Promise<z.output<S>> => {
    const address = `${oapi}/topapi/${path}?${new URLSearchParams({ access_token: token }).toString()}`
    const init = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    const answer = await reading.patiently(
      async () => jsonOf(await askProvider(address, init), answerWith(result), answerLimits),
      isBusy,
    )
    if (answer.errcode !== 0) throw directoryRefusal(answer)
    const { result: value } = answer
    if (value === undefined || value === null) throw halfAnswer(what)
    return value
  }
type Ask = ReturnType<typeof createAsk>

const below = (ask: Ask, id: number) => ask('v2/department/listsub', departments, { dept_id: id }, '部门列表')

const readMembers = (ask: Ask, id: number, what: string) =>
  allPages<z.output<typeof users>['list'][number], number>(async cursor => {
    const body = { dept_id: id, cursor: cursor ?? 0, size: 100, contain_access_limit: true }
    const { list, has_more: hasMore, next_cursor: next } = await ask('v2/user/list', users, body, what)
    return { items: list, hasMore, next }
  }, what)
type Collection = ReturnType<typeof createCollection>

const memberOf = (it: z.output<typeof users>['list'][number], id: number) => {
  const departmentId = it.dept_id_list?.[0] ?? id
  return {
    externalId: it.userid,
    name: it.name ?? '',
    mobile: it.mobile ?? '',
    email: it.org_email || it.email || '',
    employeeNo: it.job_number ?? '',
    departmentId: departmentId === root ? null : String(departmentId),
  }
}

/** Reads the departments, level by level. */
const readDepartments = async (ask: Ask, collection: Collection) => {
  for (let level = [root]; level.length > 0;) {
    const next: number[] = []
    await forEachOf(level, async parent => {
      for (const { dept_id: id, name } of await below(ask, parent)) {
        if (id === root || collection.departments.has(String(id))) continue
        const parentId = parent === root ? null : String(parent)
        collection.addDepartment(String(id), { name: name ?? '', parentId })
        next.push(id)
      }
    })
    level = next
  }
}

/** Reads the members of a department; throws where the list of their ids has others. */
const readPeople = async (ask: Ask, collection: Collection, id: number) => {
  const name = `部门“${collection.departments.get(String(id))?.name ?? '全体'}”的成员`
  const listed = await readMembers(ask, id, name)
  const { userid_list: known } = await ask('user/listid', ids, { dept_id: id }, name)
  const userids = new Set(listed.map(it => it.userid))
  if (known.length !== userids.size || known.some(it => !userids.has(it))) throw halfAnswer(`${name}数不一致`)
  for (const it of listed) collection.addMember(memberOf(it, id))
}

export const dingtalkDirectory = ({ dingtalk: { endpoint, oapi } }: Endpoints) => {
  const tokenFor = async ({ appId, secret }: DirectorySettings, reading: Reading) => {
    reading.requireTime()
    const answer = await askProvider(`${endpoint}/v1.0/oauth2/accessToken`, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ appKey: appId, appSecret: secret }),
    })
    const { accessToken, code = '', message = '' } = jsonOf(answer, tokenAnswer)
    if (!accessToken) throw directoryRefusal({ errcode: code, errmsg: message })
    return accessToken
  }

  const askerFor = async (settings: DirectorySettings, reading: Reading) =>
    createAsk(oapi, await tokenFor(settings, reading), reading)

  return {
    check: async (settings: DirectorySettings, reading: Reading) => {
      await below(await askerFor(settings, reading), root)
    },
    read: async (settings: DirectorySettings, reading: Reading) => {
      const ask = await askerFor(settings, reading)
      const collection = createCollection()
      await readDepartments(ask, collection)
      const ids = [root, ...[...collection.departments.keys()].map(Number)]
      await forEachOf(ids, id => readPeople(ask, collection, id))
      return collection.finish()
    },
  }
}
