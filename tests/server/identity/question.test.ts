import { verify } from '@node-rs/argon2'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'

import { firmConfigs, logs, messages, securityQuestions } from '../../../server/db/tables.ts'
import { type Envelope, password, startApp, type TestApp } from '../../support/app.ts'

vi.mock('@node-rs/argon2', async original => {
  const real = await original<typeof import('@node-rs/argon2')>()
  return { ...real, verify: vi.fn<typeof real.verify>(real.verify) }
})

let app: TestApp
beforeAll(async () => void (app = await startApp()))
afterAll(() => app.close())
afterEach(() => app.clock.advance(25 * 60 * 60_000))

const me = '13800000001'
const ask = async (input: object): Promise<Envelope> =>
  (await app.send('POST', '/auth/loginByQuestion', { body: input })).body
const picture = async () => {
  const { codeId } = await app.call('session.code', { scene: 'forgot' })
  return { codeId, code: app.outbox.captchas.get(codeId)! }
}
type Asked = { ticket: string; question: string }
const start = async (account = me) =>
  (await ask({ account, userType: 2, ...(await picture()) })).data as Asked
const codeFor = async () => (await app.receiveSms()).code
const newPassword = 'maple-harbour-9'

test('is closed for everybody until the firm enables it', async () => {
  expect((await ask({ account: me, userType: 2, ...(await picture()) })).code).toBe('4031')
  expect((await ask({ ticket: 'x', answer: 'x', smsCode: '123456', newPassword })).code).toBe('4031')
})

test('is set with the password, ends other sessions, and notifies the owner', async () => {
  const value = { questionRecovery: 1 }
  await app.database.write(1, db => db.insert(firmConfigs).values({ firmId: 1, key: 'loginRegSet', value }))
  const [person, other] = [await app.asNew(me), await app.asNew(me)]
  const set = (given: string) =>
    person.call('session.question', { password: given, question: 3, answer: ' 东方 小学' })
  await expect(set('wrong-horse-battery')).rejects.toMatchObject({ code: '4220' })
  await set(password)
  expect((await other.send('GET', '/auth/self')).body.code).toBe('4003')
  expect(await person.call('session.self')).toMatchObject({ hasQuestion: 1, unread: 1 })
  const [row] = await app.database.read(1, db => db.select().from(securityQuestions))
  expect(row!.question).toBe('您就读的小学？')
  expect(row!.answerHash).toMatch(/^\$argon2id\$/)
})

test('an unknown account gets a question too, the same one each time', async () => {
  const known = await start()
  expect(known).toMatchObject({ question: '您就读的小学？', ticket: expect.any(String) as string })
  await app.runJobs()
  const before = app.outbox.sms.length
  const first = await start('13811112222')
  app.clock.advance(61_000)
  const second = await start('13811112222')
  expect(Object.keys(first).toSorted()).toEqual(Object.keys(known).toSorted())
  expect(second.question).toBe(first.question)
  await app.runJobs()
  expect(app.outbox.sms).toHaveLength(before)
})

test('needs answer and code together, never one alone; each attempt is one verification', async () => {
  vi.mocked(verify).mockClear()
  const attempt = async (proof: { answer: string; smsCode: string }) => {
    const { ticket } = await start()
    const answer = await ask({ ticket, newPassword, ...proof, smsCode: proof.smsCode || (await codeFor()) })
    app.clock.advance(61_000)
    return answer
  }
  const onlyAnswer = await attempt({ answer: '东方小学', smsCode: '000000' })
  const onlyCode = await attempt({ answer: '西方小学', smsCode: '' })
  expect(onlyAnswer).toMatchObject({ code: '4002', message: '密保答案或短信验证码错误' })
  expect({ ...onlyCode, requestId: '' }).toEqual({ ...onlyAnswer, requestId: '' })
  const { ticket } = await start('13811112222')
  const nobody = await ask({ ticket, newPassword, answer: '东方小学', smsCode: '123456' })
  expect({ ...nobody, requestId: '' }).toEqual({ ...onlyAnswer, requestId: '' })
  expect(verify).toHaveBeenCalledTimes(3)
  app.clock.advance(61_000)
  const session = await app.asNew(me)
  expect(await attempt({ answer: '东方小学', smsCode: '' })).toMatchObject({
    code: '200',
    data: { userInfo: { name: '吴律师' } },
  })
  expect((await session.send('GET', '/auth/self')).body.code).toBe('4003')
  // The question, the password, and this second sign-in without the first one's cookie.
  expect((await app.call('session.lawyerLogin', { mobile: me, password: newPassword })).userInfo.unread).toBe(
    3,
  )
  const sentMessages = await app.database.read(1, db =>
    db.select().from(messages).where(eq(messages.type, 5)).orderBy(messages.id),
  )
  expect(sentMessages.map(it => it.title)).toEqual([
    '您的密保问题已修改',
    '您的登录密码已通过密保问题重设',
    '您的账号在新设备上登录',
  ])
})

test('allows three attempts a day', async () => {
  const codes: string[] = []
  for (let time = 0; time < 4; time++) {
    const { ticket } = await start()
    codes.push((await ask({ ticket, newPassword, answer: 'x', smsCode: '000000' })).code)
    app.clock.advance(61_000)
  }
  expect(codes).toEqual(['4002', '4002', '4002', '4290'])
})

test('is open again the next day, and the log has each wrong answer without its text', async () => {
  const answer = '错误的密保答案'
  const attempt = async () => {
    const { ticket } = await start()
    return (await ask({ ticket, newPassword, answer, smsCode: '000000' })).code
  }
  const before = await app.database.read(1, db => db.$count(logs))
  expect(await attempt()).toBe('4002')
  const rows = await app.database.read(1, db => db.select().from(logs))
  expect(rows.length).toBeGreaterThan(before)
  expect(JSON.stringify(rows)).not.toMatch(/错误的密保答案|东方小学/)
})

test('refuses an invalid new password before any check', async () => {
  const { ticket } = await start()
  const answer = await ask({ ticket, newPassword: `${me}-x`, answer: '东方小学', smsCode: await codeFor() })
  expect(answer).toMatchObject({
    code: '4220',
    data: { errors: { newPassword: expect.any(String) as string } },
  })
})

/** A person with a question, a person without one, and an unknown account. */
const everybody = ['13800000001', '13800000002', '13811112222'] as const

const startCode = async (account: string) => (await ask({ account, userType: 2, ...(await picture()) })).code
const finishCode = async (ticket: string) =>
  (await ask({ ticket, newPassword, answer: 'x', smsCode: '000000' })).code
const signInCode = async (mobile: string) =>
  app.call('session.lawyerLogin', { mobile, password: 'not-the-password', ...(await picture()) }).then(
    () => '200',
    (error: { code: string }) => error.code,
  )

/** What each step answers; it must be the same for all three, or it would reveal who has a question. */
const steps: readonly (readonly [string, (account: string) => Promise<string[]>])[] = [
  ['two starts at once', async account => [await startCode(account), await startCode(account)]],
  [
    'a start right after a code to sign in with',
    async account => {
      await app.call('session.queryCode', { mobile: account, scene: 'login', ...(await picture()) })
      return [await startCode(account)]
    },
  ],
  [
    'a start when the mobile has had its codes of the day',
    async account => {
      for (let time = 0; time < 10; time++) {
        await app.call('session.queryCode', { mobile: account, scene: 'login', ...(await picture()) })
        app.clock.advance(13 * 60_000)
      }
      return [await startCode(account)]
    },
  ],
  [
    'answers, then a sign-in',
    async account => {
      const codes: string[] = []
      for (let time = 0; time < 4; time++) {
        codes.push(await finishCode((await start(account)).ticket))
        app.clock.advance(61_000)
      }
      for (let time = 0; time < 3; time++) codes.push(await signInCode(account))
      return codes
    },
  ],
  [
    'sign-ins that lock, then an answer',
    async account => {
      const codes: string[] = []
      for (let time = 0; time < 6; time++) codes.push(await signInCode(account))
      return [...codes, await finishCode((await start(account)).ticket)]
    },
  ],
]

test.each(steps)('%s: the same with a question, without one, and for an unknown account', async (_, take) => {
  const answers: string[][] = []
  for (const account of everybody) {
    app.clock.advance(25 * 60 * 60_000)
    answers.push(await take(account))
  }
  expect(answers).toEqual(everybody.map(() => answers[0]))
})
