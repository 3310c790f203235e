import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import type { TestApp } from './app.ts'

// Stand-ins for the directories of 企业微信, 飞书 and 钉钉, written from their documents; what each answers stands beside it, with
// the address and the date of the document. All three have the same people, so that a test can be about any of them.

export type Member = {
  id: string
  name: string
  mobile?: string
  email?: string
  employeeNo?: string
  department: number
}
type Department = { id: number; name: string; parent: number }
type Json = Record<string, unknown>

/** How an answer is spoiled: each is what an answer of a half looks like. */
export type Fault =
  | 'department fails'
  | 'page fails'
  | 'no cursor'
  | 'same cursor'
  | 'fewer people'
  | 'no list'
  | 'a page of HTML'
  | 'not JSON'

const readBody = async (request: IncomingMessage): Promise<Json> => {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(Buffer.from(piece as Uint8Array))
  const text = Buffer.concat(pieces).toString()
  return text ? (JSON.parse(text) as Json) : {}
}

export const directoryAppId = 'the application'
export const directorySecret = 'the secret of the application'

/** The root department in each of the three. */
const root = 1

export const startDirectories = async () => {
  const state = {
    members: [] as Member[],
    departments: [{ id: root, name: '梁山律师事务所', parent: 0 }] as Department[],
    /** Departments that have gone wrong, and how. */
    fault: null as { fault: Fault; department: number } | null,
    /** How many questions are answered that the directory is busy. */
    busy: 0,
    /** Does not give mobiles and mails, as 企业微信 does to applications made after 20 June 2022. */
    isReserved: false,
    /** Answers nothing at all. */
    isHanging: false,
  }
  const asked: string[] = []
  const isFaulty = (department: number, fault: Fault) =>
    state.fault?.fault === fault && state.fault.department === department
  const membersOf = (department: number) => state.members.filter(it => it.department === department)
  /** Those who are listed; of a spoiled department one less. */
  const listed = (department: number) =>
    isFaulty(department, 'fewer people') ? membersOf(department).slice(1) : membersOf(department)

  /** A page of at most `size`, and how it leads to the next. */
  const pageOf = <T>(items: readonly T[], start: number, size: number, department: number) => {
    const page = items.slice(start, start + size)
    const hasMore = start + size < items.length
    if (isFaulty(department, 'no cursor')) return { page, hasMore: true, next: undefined }
    if (isFaulty(department, 'same cursor')) return { page, hasMore: true, next: start }
    return { page, hasMore, next: hasMore ? start + size : undefined }
  }

  /**
   * 企业微信. 获取access_token: developer.work.weixin.qq.com/document/path/91039; 获取部门列表: path/90208; 获取部门成员: path/90200;
   * 获取部门成员详情: path/90201 (updated 2024-07-24; since 2022-06-20 without mobile and mail for new applications);
   * 全局错误码: path/90313 (-1 系统繁忙, 60011 no privilege to access). Read 2026-11-29.
   */
  const wecom = (path: string, query: URLSearchParams): Json => {
    const ok = { errcode: 0, errmsg: 'ok' }
    if (path === 'gettoken') {
      const isRight = query.get('corpid') === directoryAppId && query.get('corpsecret') === directorySecret
      return isRight
        ? { ...ok, access_token: 'TOKEN', expires_in: 7200 }
        : { errcode: 40001, errmsg: 'invalid credential' }
    }
    if (query.get('access_token') !== 'TOKEN') return { errcode: 40014, errmsg: 'invalid access_token' }
    if (path === 'department/list')
      return {
        ...ok,
        department: state.departments.map(({ id, name, parent }) => ({
          id,
          name,
          parentid: parent,
          order: 1,
        })),
      }
    const department = Number(query.get('department_id'))
    if (isFaulty(department, 'department fails') || isFaulty(department, 'page fails'))
      return { errcode: 60011, errmsg: 'no privilege to access/modify contact/party/agent' }
    if (path === 'user/simplelist')
      return {
        ...ok,
        userlist: membersOf(department).map(({ id, name }) => ({
          userid: id,
          name,
          department: [department],
        })),
      }
    if (path !== 'user/list') return { errcode: -1, errmsg: 'no such interface' }
    if (isFaulty(department, 'no list')) return ok
    return {
      ...ok,
      userlist: listed(department).map(({ id, name, mobile = '', email = '' }) => ({
        userid: id,
        name,
        department: [department],
        main_department: department,
        position: '律师',
        status: 1,
        ...(state.isReserved ? {} : { mobile, email, biz_mail: '' }),
      })),
    }
  }

  /**
   * 飞书. 自建应用获取 tenant_access_token: open.feishu.cn/document/server-docs/authentication-management/access-token/
   * tenant_access_token_internal; 获取子部门列表: …/contact-v3/department/children; 获取部门直属用户列表: …/contact-v3/user/find_by_department
   * (page_size up to 50; 403 40004 no dept authority error; 99991400 request trigger frequency limit). Read 2026-11-29.
   */
  const feishu = (
    path: string,
    query: URLSearchParams,
    body: Json,
    token: string,
  ): [status: number, Json] => {
    if (path === 'auth/v3/tenant_access_token/internal')
      return body['app_id'] === directoryAppId && body['app_secret'] === directorySecret
        ? [200, { code: 0, msg: 'ok', tenant_access_token: 'TOKEN', expire: 7200 }]
        : [200, { code: 10014, msg: 'app secret invalid' }]
    if (token !== 'Bearer TOKEN') return [400, { code: 99991663, msg: 'Invalid access token' }]
    const start = Number(query.get('page_token') ?? 0)
    const size = Number(query.get('page_size'))
    const idOf = (id: number) => (id === root ? '0' : `od-${id}`)
    if (path === 'contact/v3/departments/0/children') {
      const below = state.departments.filter(it => it.id !== root)
      const { page, hasMore, next } = pageOf(below, start, size, 0)
      const items = page.map(({ id, name, parent }) => ({
        name,
        open_department_id: idOf(id),
        department_id: `d${id}`,
        parent_department_id: idOf(parent),
        member_count: membersWithin(id).length,
        status: { is_deleted: false },
      }))
      return [
        200,
        { code: 0, msg: 'success', data: { has_more: hasMore, page_token: String(next ?? ''), items } },
      ]
    }
    if (path !== 'contact/v3/users/find_by_department') return [404, { code: 99991672, msg: 'not found' }]
    const id = query.get('department_id') ?? ''
    const department = id === '0' ? root : Number(id.replace('od-', ''))
    if (isFaulty(department, 'department fails') || (isFaulty(department, 'page fails') && start > 0))
      return [403, { code: 40004, msg: 'no dept authority error' }]
    if (isFaulty(department, 'no list')) return [200, { code: 0, msg: 'success' }]
    const { page, hasMore, next } = pageOf(listed(department), start, size, department)
    const items = page.map(it => ({
      union_id: `on_${it.id}`,
      open_id: `ou_${it.id}`,
      name: it.name,
      department_ids: [idOf(department)],
      orders: [{ department_id: idOf(department), is_primary_dept: true }],
      status: { is_frozen: false, is_resigned: false, is_activated: true, is_exited: false },
      employee_no: it.employeeNo ?? '',
      ...(state.isReserved ? {} : { mobile: it.mobile ? `+86${it.mobile}` : '', email: it.email ?? '' }),
    }))
    const data = { has_more: hasMore, ...(next !== undefined && { page_token: String(next) }), items }
    return [200, { code: 0, msg: 'success', data }]
  }
  const membersWithin = (department: number): Member[] => [
    ...membersOf(department),
    ...state.departments.filter(it => it.parent === department).flatMap(it => membersWithin(it.id)),
  ]

  /**
   * 钉钉. 获取企业内部应用的accessToken: open.dingtalk.com/document/development/obtain-the-access-token-of-an-internal-app; 获取部门列表:
   * …/obtain-the-department-list-v2; 获取部门用户详情: …/queries-the-complete-information-of-a-department-user (size up to 100);
   * 获取部门用户userid列表: …/query-the-list-of-department-userids (updated 2024-02-27; 60003 未找到部门, -1 系统繁忙). Read 2026-11-29.
   */
  const dingtalk = (path: string, query: URLSearchParams, body: Json): Json => {
    if (path === 'v1.0/oauth2/accessToken')
      return body['appKey'] === directoryAppId && body['appSecret'] === directorySecret
        ? { accessToken: 'TOKEN', expireIn: 7200 }
        : { code: 'invalidClientIdOrSecret', message: '无效的clientId或者clientSecret', requestid: 'R' }
    if (query.get('access_token') !== 'TOKEN') return { errcode: 40014, errmsg: '不合法的access_token' }
    const department = Number(body['dept_id'])
    const ok = { errcode: 0, errmsg: 'ok', request_id: 'R' }
    if (path === 'topapi/v2/department/listsub')
      return {
        ...ok,
        result: state.departments
          .filter(it => it.parent === department)
          .map(({ id, name, parent }) => ({ dept_id: id, name, parent_id: parent, auto_add_user: true })),
      }
    const start = Number(body['cursor'] ?? 0)
    if (isFaulty(department, 'department fails') || (isFaulty(department, 'page fails') && start > 0))
      return { errcode: 60003, errmsg: '未找到部门' }
    if (path === 'topapi/user/listid')
      return { ...ok, result: { userid_list: membersOf(department).map(it => it.id) } }
    if (path !== 'topapi/v2/user/list') return { errcode: 22, errmsg: '无效的API' }
    if (isFaulty(department, 'no list')) return ok
    const { page, hasMore, next } = pageOf(listed(department), start, Number(body['size']), department)
    const list = page.map(it => ({
      userid: it.id,
      unionid: `u${it.id}`,
      name: it.name,
      dept_id_list: [department],
      job_number: it.employeeNo ?? '',
      active: true,
      ...(state.isReserved ? {} : { mobile: it.mobile ?? '', state_code: '86', email: it.email ?? '' }),
    }))
    return { ...ok, result: { has_more: hasMore, ...(next !== undefined && { next_cursor: next }), list } }
  }

  const isToken = (path: string) => /gettoken|tenant_access_token|accessToken/.test(path)
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://localhost')
    const body = await readBody(request)
    const path = pathname.replace(/^\/(cgi-bin|open-apis)?\/?/, '')
    asked.push(path)
    if (state.isHanging) return
    const send = (status: number, json: Json) =>
      response
        .writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
        .end(JSON.stringify(json))
    if (state.fault?.fault === 'a page of HTML' && !isToken(path))
      return response.writeHead(200, { 'content-type': 'text/html' }).end('<html>gateway</html>')
    if (state.fault?.fault === 'not JSON' && !isToken(path))
      return response.writeHead(200, { 'content-type': 'application/json' }).end('{"errcode":0,')
    if (state.busy > 0 && !isToken(path)) {
      state.busy -= 1
      if (pathname.startsWith('/open-apis'))
        return send(429, { code: 99991400, msg: 'request trigger frequency limit' })
      return send(200, { errcode: -1, errmsg: '系统繁忙' })
    }
    if (pathname.startsWith('/cgi-bin/')) return send(200, wecom(path, query))
    if (pathname.startsWith('/open-apis/')) {
      const [status, json] = feishu(path, query, body, request.headers.authorization ?? '')
      return send(status, json)
    }
    return send(200, dingtalk(path, query, body))
  }

  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
  const { port }: AddressInfo = Object(server.address())
  const url = `http://127.0.0.1:${port}`
  return {
    state,
    asked,
    endpoints: {
      wecom: { endpoint: url, loginUrl: url, authorizeUrl: url },
      feishuEndpoint: url,
      dingtalk: { endpoint: url, oapi: url },
    },
    close: () =>
      new Promise<void>(resolve => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

export type Directories = Awaited<ReturnType<typeof startDirectories>>
type Provider = 'wecom' | 'feishu' | 'dingtalk'

/** Connects the firm of a test with one of the directories. */
export const connectDirectory = async (app: TestApp, provider: Provider = 'dingtalk', more: Json = {}) => {
  const system = await app.as('system')
  const { version } = await system.call('system.config')
  await system.call('system.updateConfig', {
    directory: { provider, appId: directoryAppId, secret: directorySecret, ...more },
    version,
  })
}

/** Compares, and answers the comparison. */
export const compare = async (app: TestApp, account = 'admin') => {
  const admin = await app.as(account)
  await admin.call('lawyers.compareDirectory')
  await app.runJobs()
  const { comparison } = await admin.call('lawyers.directory')
  return comparison!
}
