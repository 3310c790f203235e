import { firmDay } from '../../resources/kit/firmTime.ts'
import { password, type TestApp } from './app.ts'

const core = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
const patchOp = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

export type ScimBody = Record<string, unknown> & {
  id: string
  Resources: Record<string, unknown>[]
  totalResults: number
  meta: { version: string }
  scimType?: string
  detail: string
}
export type ScimAnswer = { status: number; headers: Headers; body: ScimBody }

export const allRights = ['lawyer.view', 'lawyer.create', 'lawyer.edit', 'lawyer.transfer']

type TokenOptions = {
  owner?: string
  capabilities?: readonly string[]
  isForDirectory?: 0 | 1
  isForAgents?: 0 | 1
}

/** A client of SCIM that sends the requests of an identity provider. */
export const scimClient = (appOf: () => TestApp) => {
  let token = ''
  const newToken = async ({
    owner = 'admin',
    capabilities = allRights,
    isForDirectory = 1,
    isForAgents = 0,
  }: TokenOptions = {}) => {
    const app = appOf()
    const rights = { isForAgents, isForDirectory, capabilities: [...capabilities] }
    const lastDay = firmDay(app.clock.now().getTime() + 30 * 24 * 3_600_000)
    const input = { name: '身份源', lastDay, ...rights, confirmPassword: password }
    return (await app.as(owner)).call('apiTokens.add', input)
  }

  /** Sends a request with the token of the provider, or with another one. */
  const send = async (
    method: string,
    path: string,
    body?: unknown,
    { as = token, headers = {} }: { as?: string | null; headers?: Record<string, string> } = {},
  ): Promise<ScimAnswer> => {
    const response = await appOf().fetch(`/scim/v2${path}`, {
      method,
      headers: {
        ...(as !== null && { Authorization: `Bearer ${as}` }),
        ...(body !== undefined && { 'Content-Type': 'application/scim+json' }),
        'User-Agent': 'provider/1.0',
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: text === '' ? {} : JSON.parse(text) }
  }

  let count = 0
  /** A user with names and a mobile of its own. */
  const user = (given: Record<string, unknown> = {}) => {
    count += 1
    const digits = String(count).padStart(4, '0')
    return {
      schemas: [core, enterprise],
      externalId: `external-${digits}`,
      userName: `user${digits}@liangshan.example`,
      name: { familyName: '林', givenName: '冲之' },
      displayName: '林冲之',
      active: true,
      emails: [{ type: 'work', primary: true, value: `user${digits}@liangshan.example` }],
      phoneNumbers: [{ type: 'mobile', value: `1371234${digits}` }],
      ...given,
    }
  }

  return {
    newToken,
    begin: async () => void ({ token } = await newToken()),
    send,
    user,
    create: (given: Record<string, unknown> = {}) => send('POST', '/Users', user(given)),
    patch: (id: string, ...operations: object[]) =>
      send('PATCH', `/Users/${id}`, { schemas: [patchOp], Operations: operations }),
    find: (filter: string) => send('GET', `/Users?filter=${encodeURIComponent(filter)}`),
    token: () => token,
  }
}
