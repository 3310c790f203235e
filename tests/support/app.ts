import { runOnce } from 'graphile-worker'

import type { registry } from '../../resources/index.ts'
import type { Call, InputOf, OutputOf } from '../../resources/kit/index.ts'
import { loadSecrets } from '../../server/services/identity/secrets.ts'
import { bulkKinds, servedCalls } from '../../server/routes/served.ts'
import { bulkRunner } from '../../server/routes/bulk/portion.ts'
import { decisionOffers } from '../../server/routes/decisions/decisions.ts'
import { createVisitQueue } from '../../server/services/visits/visitQueue.ts'
import { createWebhookSender } from '../../server/services/integrations/webhooks.ts'
import { createExtensionTasks } from '../../server/services/jobs/extensionTasks.ts'
import { createTasks } from '../../server/services/jobs/tasks.ts'
import { workerLogger } from '../../server/process/workerLogger.ts'
import { createApp } from '../../server/http/app.ts'
import { createLog, type Log } from '../../server/process/log.ts'
import type { Services } from '../../server/context/services.ts'
import { createSession } from '../../server/services/identity/session.ts'
import { type FreshDatabase, freshDatabase } from './database.ts'
import { until } from './process.ts'
import { type Person, seedWorld, type World } from './world.ts'

export { password } from './world.ts'

type Name = keyof typeof registry
type In<N extends Name> = InputOf<(typeof registry)[N]>
type Out<N extends Name> = OutputOf<(typeof registry)[N]>

export type Envelope = { code: string; message: string; data: unknown; requestId: string }

/** The error of a call whose envelope has another code than '200'. */
class CallError extends Error {
  readonly code: string
  readonly data: unknown
  readonly status: number
  constructor({ code, message, data }: Envelope, status: number) {
    super(message)
    this.code = code
    this.data = data
    this.status = status
  }
}

type Wire = { token?: string | undefined; body?: unknown; headers?: Record<string, string> }
type Answer = { status: number; headers: Headers; body: Envelope }

const calls = () => new Map<string, Call>(servedCalls.map(({ name, call }) => [name, call]))

const asText = (value: unknown) => (Array.isArray(value) ? value.join(',') : String(value))
const params = (values: object) =>
  new URLSearchParams(
    Object.entries(values).flatMap(([name, value]) => (value == null ? [] : [[name, asText(value)]])),
  )

/** Method, address and body of a call, as the client would send it. */
export const requestFor = ({ method, path, encoding }: Call, input: Record<string, unknown>) => {
  const rest = { ...input }
  // The session determines the firm, so the firm's id in the path of a call may be omitted.
  const filled = path.replace('?firmId={firmId}', '').replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(String(value))
  })
  const query = method === 'GET' ? params(rest).toString() : ''
  const address = query ? `${filled}?${query}` : filled
  if (method === 'GET') return { address, method }
  return { address, method, body: encoding === 'form' ? params(rest) : rest }
}

/** A file storage in memory. */
export const memoryStorage = (files: Map<string, Uint8Array>): Services['storage'] => ({
  inUse: { type: 'local', bucket: '', region: '' },
  stage: async pieces => {
    const bytes = Buffer.concat(await Array.fromAsync(pieces))
    return {
      size: bytes.length,
      bytes: async () => bytes,
      keep: async path => void files.set(path, bytes),
      discard: async () => {},
    }
  },
  partial: name => {
    const storedFile = () => files.get(name) ?? new Uint8Array()
    return {
      size: async () => storedFile().length,
      write: async (from, pieces) => {
        const bytes = Buffer.concat([storedFile().subarray(0, from), ...(await Array.fromAsync(pieces))])
        files.set(name, bytes)
        return bytes.length
      },
      head: async length => storedFile().subarray(0, length),
      keep: async path => void files.set(path, storedFile()),
      discard: async () => void files.delete(name),
    }
  },
  open: async path => {
    const bytes = files.get(path)
    if (!bytes) return null
    const part = (from: number, to: number) =>
      new Blob([new Uint8Array(bytes.subarray(from, to + 1))]).stream()
    return { size: bytes.length, mime: 'application/octet-stream', bytes: part }
  },
  remove: async path => void files.delete(path),
})

const memoryServices = () => {
  const sms: { mobile: string; text: string; code: string }[] = []
  const mails: Parameters<Services['mirrors']['mail']>[0][] = []
  const posts: string[] = []
  const captchas = new Map<string, string>()
  const files = new Map<string, Uint8Array>()
  const archive = new Map<string, string>()
  const deliver: Services['sms']['deliver'] = async (_, { mobile, text, value }) =>
    void sms.push({ mobile, text, code: value })
  const services: Services = {
    mirrors: {
      isMailOn: true,
      mail: async mail => void mails.push(mail),
      checkMail: () => Promise.resolve(),
      robot: async (_, text) => void posts.push(text),
      origin: undefined,
      basePath: '/web',
    },
    wecomApp: { member: () => Promise.resolve(null), send: () => Promise.resolve() },
    directory: {
      read: () => Promise.resolve({ members: [], departments: new Map() }),
      check: () => Promise.resolve(),
    },
    webhooks: createWebhookSender({ isPrivateWebhookAllowed: true }),
    wechat: {
      isOn: ({ appId }) => appId !== '',
      refusalOf: () => Promise.resolve(null),
      code: async (_, scene) => ({ bytes: Buffer.from(`\u0089${scene}`, 'latin1'), mime: 'image/png' }),
    },
    official: {
      published: () => Promise.resolve({ total: 0, messages: [] }),
      articles: () =>
        Promise.resolve([
          {
            title: '公众号上的文章',
            author: '',
            digest: '',
            content: '<p>正文</p>',
            url: '',
            cover: '',
            isDeleted: false,
          },
        ]),
      picture: () => Promise.resolve(null),
    },
    // The code that this provider hands out is the mobile of the person.
    signOn: {
      address: async (_, { state }) => `https://id.example/?state=${state}`,
      identity: async (_, { code }) => ({ by: 'mobile', value: code }),
      check: () => Promise.resolve(),
    },
    logTargets: {},
    translation: {
      isOn: true,
      translate: texts => Promise.resolve(texts.map((_, index) => `English text ${index + 1}`)),
    },
    sms: { source: 'file', isOn: () => true, deliver },
    installation: {
      isDemoReset: false,
      logMonths: null,
      messageMonths: null,
      revisionMonths: null,
      archiveLog: async (firmId, name, lines) => void archive.set(`${firmId}/${name}`, lines),
      facts: async () => ({
        release: '1.0.0',
        disk: { freeBytes: 50e9, sizeBytes: 100e9 },
        lastBackup: { at: new Date().toISOString(), file: '/backups/today.tar', check: 'restored' },
        lastAnchorAt: new Date().toISOString(),
      }),
    },
    visits: createVisitQueue(),
    captcha: {
      create: async codeId => {
        const answer = `A${captchas.size}`
        captchas.set(codeId, answer)
        return { answer, image: 'data:image/png;base64,' }
      },
    },
    storage: memoryStorage(files),
  }
  return { services, outbox: { mails, posts, sms, captchas, files, archive } }
}

/** A running clock that can be moved and stopped. */
const movableClock = () => {
  let offset = 0
  let stoppedAt: number | undefined
  return {
    now: () => new Date((stoppedAt ?? Date.now()) + offset),
    advance: (ms: number) => void (offset += ms),
    /** Keeps the present time until `run` is called. */
    stop: () => void (stoppedAt = Date.now()),
    run: () => void (stoppedAt = undefined),
  }
}

/** A request with the header that every browser sends. */
const namedRequest = (address: string, init?: RequestInit) => {
  const request = new Request(address, init)
  if (!request.headers.has('Host')) request.headers.set('Host', 'localhost')
  return request
}

type Options = {
  /** A prepared database that replaces the fresh one. */
  database?: FreshDatabase
  /** Fills the database; by default with the standard world. */
  seed?: (database: Awaited<ReturnType<typeof freshDatabase>>) => Promise<World>
  services?: Partial<Services>
  trustedProxies?: readonly string[]
  isSecure?: boolean
  log?: Log
  isDiskLow?: () => boolean
  /** Whether the application serves its API description; true by default. */
  isDescribed?: boolean
  /** Calls served in addition, of declarations that a test makes. */
  calls?: typeof servedCalls
}

/** The real application on a database of its own. Close it in `afterAll`. */
export const startApp = async ({
  database: given,
  seed = seedWorld,
  services,
  trustedProxies = [],
  log = createLog(process.env['TEST_LOG_LEVEL'] ?? 'silent'),
  calls: further = [],
  isDiskLow,
  isSecure,
  isDescribed = true,
}: Options = {}) => {
  const database = given ?? (await freshDatabase())
  const world = await seed(database)
  await loadSecrets(database)
  const clock = movableClock()
  const memory = memoryServices()
  const app = createApp({
    database,
    services: { ...memory.services, ...services },
    log,
    now: clock.now,
    trustedProxies,
    ...(isDiskLow && { isDiskLow }),
    ...(isSecure !== undefined && { isSecure }),
    isDescribed,
    calls: [...servedCalls, ...further],
  })

  /** Makes jobs due whose time has come by the clock that tests move, or all of them. */
  const makeJobsDue = (which: 'due' | 'all') =>
    database.pool.query(
      `update graphile_worker._private_jobs set run_at = now() - interval '1 second'
        where run_at > now() and locked_at is null and ($1 or run_at <= $2::timestamptz)`,
      [which === 'all', clock.now()],
    )

  /** Runs the jobs that are due once, as a worker would; `all` means also those that wait for their time. */
  const runJobs = async (which: 'due' | 'all' = 'due') => {
    await makeJobsDue(which)
    const options = {
      database,
      owner: database.connection,
      services: { ...memory.services, ...services },
      now: clock.now,
      log,
    }
    await runOnce({
      connectionString: database.url,
      taskList: {
        ...createTasks({
          ...options,
          runBulk: bulkRunner({ ...options, kinds: bulkKinds }),
          offerDecision: decisionOffers({ ...options, kinds: bulkKinds }),
        }),
        ...createExtensionTasks(options),
      },
      logger: workerLogger(log),
      noHandleSignals: true,
    })
    // The library may record the end of a job only after `runOnce`; until then the job is locked. Older locks
    // belong to tests that leave a job behind like a killed process.
    await until(async () => {
      const { rows } = await database.pool.query(
        "select from graphile_worker._private_jobs where locked_at > now() - interval '1 minute'",
      )
      return rows.length === 0
    })
  }

  /** Sends the waiting text messages and returns the last one sent, or the last one sent to this mobile. */
  const receiveSms = async (mobile?: string) => {
    await runJobs()
    const message = memory.outbox.sms.findLast(sms => mobile === undefined || sms.mobile === mobile)
    if (!message) throw new Error('No text message was sent')
    return message
  }

  /** One raw request, for tests of the wire format. `path` starts after /api. */
  const fetchRaw = (path: string, init?: RequestInit) =>
    Promise.resolve(app.fetch(namedRequest(`http://localhost/api${path}`, init)))

  const send = async (method: string, path: string, { token, body, headers }: Wire = {}): Promise<Answer> => {
    const isForm = body instanceof URLSearchParams || body instanceof FormData
    const response = await fetchRaw(path, {
      method,
      headers: {
        ...(token !== undefined && { Token: token }),
        ...(body !== undefined && !isForm && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && {
        body: isForm ? body : typeof body === 'string' ? body : JSON.stringify(body),
      }),
    })
    return {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as Envelope,
    }
  }

  const callWith =
    (token?: string) =>
    async <N extends Name>(name: N, input?: In<N>, headers?: Record<string, string>): Promise<Out<N>> => {
      const call = calls().get(name)
      if (!call) throw new Error(`接口未定义：${name} is not served`)
      const { address, method, body } = requestFor(call, (input ?? {}) as Record<string, unknown>)
      const answer = await send(method, address, { token, body, ...(headers && { headers }) })
      if (answer.body.code !== '200') throw new CallError(answer.body, answer.status)
      return answer.body.data as Out<N>
    }

  const callerFor = (person: Person, token: string) => ({
    ...person,
    token,
    /** Makes a call by its name in the registry and returns its data, or throws `CallError`. */
    call: callWith(token),
    send: (method: string, path: string, wire: Wire = {}) => send(method, path, { token, ...wire }),
  })

  const signedIn = new Map<string, Promise<ReturnType<typeof callerFor>>>()
  const open = async (account: string) => {
    const person = world.people.get(account)
    if (!person) throw new Error(`Nobody is called ${account} in this world`)
    const { firmId, population, id } = person
    const { token } = await database.write(firmId, db =>
      createSession(db, { firmId, population, userId: id, now: clock.now() }),
    )
    return callerFor(person, token)
  }
  /** A person of the world with one session for the whole file, opened without hashing a password. */
  const as = (account: string) => {
    const known = signedIn.get(account) ?? open(account)
    signedIn.set(account, known)
    return known
  }

  return {
    app,
    database,
    world,
    clock,
    outbox: memory.outbox,
    runJobs,
    receiveSms,
    fetch: fetchRaw,
    send,
    as,
    /** The same with a new session, for tests that end it. */
    asNew: open,
    /** The same with a token that a test has received. */
    withToken: (account: string, token: string) => callerFor(world.people.get(account)!, token),
    /** A call without a session. */
    call: callWith(),
    close: () => database.close(),
  }
}

export type TestApp = Awaited<ReturnType<typeof startApp>>
