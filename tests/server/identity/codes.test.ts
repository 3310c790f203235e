import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { firmConfigs, lawyers, logs, messages, oneTimeCodes } from '../../../server/db/tables.ts'
import { type Envelope, password, startApp, type TestApp } from '../../support/app.ts'
import { addLawyer } from '../../support/world.ts'

const minute = 60_000
let app: TestApp
beforeAll(async () => void (app = await startApp({ trustedProxies: ['127.0.0.1'] })))
afterAll(() => app.close())
afterEach(() => app.clock.advance(25 * 60 * minute))

let networks = 0
const fromElsewhere = () => ({
  'X-Forwarded-For': `198.51.${Math.floor(++networks / 250)}.${networks % 250}`,
})

const pictureOf = async (firmId: number) => {
  const path = `/auth/code?scene=login&firmId=${firmId}`
  const { codeId } = (await app.send('GET', path, { headers: fromElsewhere() })).body.data as {
    codeId: string
  }
  return { codeId, code: app.outbox.captchas.get(codeId)! }
}
const picture = () => pictureOf(1)

type Scene = 'login' | 'register' | 'forgot'
const askCode = async (mobile: string, scene: Scene = 'login') =>
  app.call('session.queryCode', { mobile, scene, ...(await picture()) }, fromElsewhere())

const receive = async (mobile: string, scene: Scene = 'login') => {
  const { smsId } = await askCode(mobile, scene)
  return { smsId, smsCode: (await app.receiveSms()).code }
}

const post = async (path: string, body: object): Promise<Envelope> =>
  (await app.send('POST', path, { body, headers: fromElsewhere() })).body

const enter = (mobile: string, code: object) => post('/auth/lawyerLogin', { mobile, ...code })
const me = '13800000001'
const stranger = '13811112222'
const other = (digits: string) => String((Number(digits) + 1) % 1_000_000).padStart(6, '0')

describe('a code by SMS', () => {
  test('signs a lawyer in, once', async () => {
    const code = await receive(me)
    expect(code.smsCode).toMatch(/^\d{6}$/)
    expect(await enter(me, code)).toMatchObject({ code: '200', data: { userInfo: { name: '吴律师' } } })
    expect((await enter(me, code)).code).toBe('4002')
  })

  test('is sent in the requested language', async () => {
    const codeQuery = { mobile: '13800000002', scene: 'login', ...(await picture()) } as const
    await app.call('session.queryCode', codeQuery, { ...fromElsewhere(), 'Accept-Language': 'en-US' })
    const { text, code } = await app.receiveSms()
    expect(text).toMatch(new RegExp(`^【\\p{Script=Han}+】Your code is ${code}\\.`, 'u'))
  })

  test('that was sent while the clock was ahead does not outlive its lifetime', async () => {
    app.clock.advance(60 * minute)
    const code = await receive(me)
    app.clock.advance(-60 * minute)
    expect((await enter(me, code)).code).toBe('4002')
  })

  test('expires when another is sent', async () => {
    const first = await receive(me)
    app.clock.advance(61_000)
    const second = await receive(me)
    expect((await enter(me, first)).code).toBe('4002')
    expect((await enter(me, second)).code).toBe('200')
  })

  test('of 16 simultaneous uses, one wins', async () => {
    const forgot = await receive(me, 'forgot')
    const answers = await Promise.all(
      Array.from({ length: 16 }, () => post('/cardSelf/checkSmsCode', { mobile: me, ...forgot })),
    )
    const codes = answers.map(it => it.code).toSorted()
    expect(codes).toEqual(['200', ...Array.from({ length: 15 }, () => '4002')])
  })

  test('allows five attempts, also in parallel', async () => {
    const { smsId, smsCode } = await receive(me)
    const guesses = Array.from({ length: 100 }, () => enter(me, { smsId, smsCode: other(smsCode) }))
    const codes = (await Promise.all(guesses)).map(it => it.code)
    expect(codes).toEqual(codes.map(() => '4002'))
    expect((await enter(me, { smsId, smsCode })).code).toBe('4002')
    const [row] = await app.database.read(1, db =>
      db.select().from(oneTimeCodes).where(eq(oneTimeCodes.id, smsId)),
    )
    expect(row).toMatchObject({ triesLeft: 0, usedAt: null })
  })

  test('is taken at the fifth attempt, and not at the sixth', async () => {
    const afterFailures = async (count: number) => {
      const { smsId, smsCode } = await receive(me)
      for (let time = 0; time < count; time++) await enter(me, { smsId, smsCode: other(smsCode) })
      const { code } = await enter(me, { smsId, smsCode })
      app.clock.advance(61_000)
      return code
    }
    expect([await afterFailures(4), await afterFailures(5)]).toEqual(['200', '4002'])
  })

  test('for a new number is of use only to the person who asked for it', async () => {
    const [asking, another] = ['13700060001', '13700060002']
    for (const mobile of [asking, another])
      await app.database.write(1, db => addLawyer(db, app.world, 1, mobile, mobile, '样本律师', '总所'))
    const mobile = '13700060003'
    const person = await app.asNew(asking)
    const { smsId } = await person.call('session.queryCode', { mobile, scene: 'changeMobile' })
    const { code: smsCode } = await app.receiveSms(mobile)
    const body = { mobile, smsId, smsCode, password }
    const stranger = await app.asNew(another)
    expect((await stranger.send('PUT', '/lawyer/updateMobile', { body })).body.code).toBe('4002')
    expect((await person.send('PUT', '/lawyer/updateMobile', { body })).body.code).toBe('200')
  })

  test('is valid for five minutes', async () => {
    const code = await receive(me)
    app.clock.advance(5 * minute + 1000)
    expect((await enter(me, code)).code).toBe('4002')
  })

  test('is valid for its mobile, purpose and firm only', async () => {
    const code = await receive(me)
    expect((await enter('13800000002', code)).code).toBe('4002')
    expect((await post('/cardSelf/checkSmsCode', { mobile: me, ...code })).code).toBe('4002')
    expect((await enter(me, { ...code, firmId: 2 })).code).toBe('4002')
    expect((await enter(me, code)).code).toBe('200')
  })

  test('gives the same answer to everybody, and is sent to those who have an account', async () => {
    await app.runJobs()
    const before = app.outbox.sms.length
    const [known, unknown] = [await askCode(me), await askCode(stranger)]
    const shape = { smsId: expect.stringMatching(/^[\w-]{32}$/) as string, resendIn: 60, expireIn: 300 }
    expect(known).toEqual(shape)
    expect(unknown).toEqual(shape)
    await app.runJobs()
    expect(app.outbox.sms.slice(before).map(it => it.mobile)).toEqual([me])
    expect((await enter(stranger, { smsId: unknown.smsId, smsCode: '123456' })).code).toBe('4002')
  })

  test('requires a captcha, and uses it', async () => {
    const ask = (extra: object) =>
      app.send('GET', `/auth/queryCode?${new URLSearchParams({ mobile: me, scene: 'login', ...extra })}`, {
        headers: fromElsewhere(),
      })
    expect((await ask({})).body).toMatchObject({ code: '4002', data: { captcha: 1 } })
    const once = await picture()
    expect((await ask(once)).body.code).toBe('200')
    expect((await ask(once)).body.code).toBe('4002')
  })

  test.each([me, stranger])(
    'is sent to %s once a minute, five times an hour, ten times a day',
    async mobile => {
      const ask = () =>
        askCode(mobile).then(
          () => '200',
          (error: { code: string }) => error.code,
        )
      expect([await ask(), await ask()]).toEqual(['200', '4290'])
      const later = async (ms: number, times: number) => {
        const answers = []
        for (let time = 0; time < times; time++) {
          app.clock.advance(ms)
          answers.push(await ask())
        }
        return answers.filter(it => it === '200').length
      }
      expect(await later(61_000, 6)).toBe(4)
      app.clock.advance(61 * minute)
      expect(await later(61_000, 8)).toBe(5)
    },
  )

  test('is stored as a keyed hash', async () => {
    const { smsId, smsCode } = await receive(me)
    const [row] = await app.database.read(1, db =>
      db.select().from(oneTimeCodes).where(eq(oneTimeCodes.id, smsId)),
    )
    expect(JSON.stringify(row)).not.toContain(smsCode)
    expect(row!.codeHash).toMatch(/^[\w-]{43}$/)
  })

  test('is limited per firm and day, whoever asks', async () => {
    await askCode('13877770001')
    const { rowCount } = await app.database.pool.query(`update counters set count = 999 where key = 'sms:1'`)
    expect(rowCount).toBe(1)
    await askCode('13877770002')
    const codeQuery = { mobile: '13877770003', scene: 'login' } as const
    await expect(
      app.call('session.queryCode', { ...codeQuery, ...(await picture()) }, fromElsewhere()),
    ).rejects.toMatchObject({ code: '4290', status: 429 })
    // Another firm has a limit of its own, and the limit is reset the next day.
    const ofOther = new URLSearchParams({ ...codeQuery, firmId: '2', ...(await pictureOf(2)) })
    const other = await app.send('GET', `/auth/queryCode?${ofOther}`, { headers: fromElsewhere() })
    expect(other.body.code).toBe('200')
    app.clock.advance(24 * 60 * minute + 1000)
    await askCode('13877770003')
  })
})

describe('D strangers who know a mobile', () => {
  const device = async () => {
    const answer = await app.send('POST', '/auth/lawyerLogin', {
      body: { mobile: me, password },
      headers: fromElsewhere(),
    })
    return { Cookie: /device=[^;]+/.exec(answer.headers.get('set-cookie') ?? '')![0] }
  }
  const nonsense = { smsId: 'x'.repeat(32), smsCode: '123456' }
  const wrongTries: readonly (readonly [string, () => Promise<Envelope>])[] = [
    [
      'the code of a registration or recovery',
      () => post('/cardSelf/checkSmsCode', { mobile: me, ...nonsense }),
    ],
    ['the code of a sign-in', () => enter(me, nonsense)],
  ]

  test.each(wrongTries)('do not lock its owner out by guessing %s', async (_, guess) => {
    const codes = []
    for (let time = 0; time < 101; time++) codes.push((await guess()).code)
    expect(new Set(codes)).toEqual(new Set(['4002']))
    const directSignIn = await enter(me, { password })
    expect(directSignIn.code).toBe('200')
    const forgot = await receive(me, 'forgot')
    expect((await post('/cardSelf/checkSmsCode', { mobile: me, ...forgot })).code).toBe('200')
  })

  test('do not lock the owner out by guessing the password: a code still opens the account', async () => {
    await app.database.pool.query('delete from counters')
    const guesses = []
    for (let time = 0; time < 6; time++)
      guesses.push((await enter(me, { password: 'wrong-horse-battery', ...(await picture()) })).code)
    expect(guesses).toEqual(['4001', '4001', '4001', '4001', '4001', '4009'])
    await app.database.pool.query(`update counters set total = 100 where key like 'login:1:2:%'`)
    const forgot = await receive(me, 'forgot')
    expect((await post('/cardSelf/checkSmsCode', { mobile: me, ...forgot })).code).toBe('200')
    app.clock.advance(61_000)
    const known = await receive(me)
    expect((await enter(me, known)).code).toBe('200')
    // Any sign-in resets the consecutive failures.
    expect((await enter(me, { password })).code).toBe('200')
  })

  test('are counted by their network, where others can still sign in with a password', async () => {
    const headers = fromElsewhere()
    const guess = async () =>
      (await app.send('POST', '/cardSelf/checkSmsCode', { body: { mobile: stranger, ...nonsense }, headers }))
        .body.code
    const codes = []
    for (let time = 0; time < 21; time++) codes.push(await guess())
    expect(codes).toEqual([...Array.from({ length: 20 }, () => '4002'), '4290'])
    const owner = await app.send('POST', '/auth/lawyerLogin', { body: { mobile: me, password }, headers })
    expect(owner.body.code).toBe('200')
  })

  test('are logged with each attempt', async () => {
    const failures = () => app.database.read(1, db => db.$count(logs, eq(logs.action, 'loginFail')))
    const before = await failures()
    for (const [, guess] of wrongTries) await guess()
    expect(await failures()).toBe(before + wrongTries.length)
  })

  test('do not use up the attempts of a known browser', async () => {
    const ownDevice = await device()
    const person = await app.asNew(me)
    await app.database.write(1, db =>
      db.insert(firmConfigs).values({ firmId: 1, key: 'loginRegSet', value: { questionRecovery: 1 } }),
    )
    await person.call('session.question', { password, question: 3, answer: '东方小学' })
    const tryAnswer = async (answer: string, headers: Record<string, string>) => {
      app.clock.advance(61_000)
      const start = { account: me, userType: 2, ...(await picture()) }
      const questionAnswer = await app.send('POST', '/auth/loginByQuestion', {
        body: start,
        headers: fromElsewhere(),
      })
      const { ticket } = questionAnswer.body.data as { ticket: string }
      const body = { ticket, answer, smsCode: (await app.receiveSms()).code, newPassword: 'maple-harbour-9' }
      return (
        await app.send('POST', '/auth/loginByQuestion', { body, headers: { ...headers, ...fromElsewhere() } })
      ).body.code
    }
    const strangers = []
    for (let time = 0; time < 4; time++) strangers.push(await tryAnswer('西方小学', {}))
    expect(strangers).toEqual(['4002', '4002', '4002', '4290'])
    app.clock.advance(61 * minute)
    expect(await tryAnswer('东方小学', ownDevice)).toBe('200')
    await app.database.write(1, db => db.delete(firmConfigs))
  })
})

test('a captcha is a picture without text, paths or answer', async () => {
  const { drawCaptcha } = await import('../../../server/services/identity/captcha.ts')
  const [first, second] = [await drawCaptcha(), await drawCaptcha()]
  expect(first.image).toMatch(/^data:image\/png;base64,iVBOR/)
  expect(first.answer).toMatch(/^[2-9A-Z]{4}$/)
  expect(first.answer === second.answer && first.image === second.image).toBe(false)
  const { codeId, image, expireIn, ...rest } = await app.call('session.code', { scene: 'login' })
  expect({ rest, expireIn, isPicture: image.startsWith('data:image/png') }).toEqual({
    rest: {},
    expireIn: 120,
    isPicture: true,
  })
  expect(codeId).not.toContain(app.outbox.captchas.get(codeId))
})

describe('registration', () => {
  const mobile = '13822223333'
  const ticketFor = async (number: string) => {
    const { body } = await app.send('POST', '/cardSelf/getCardCode', {
      body: new URLSearchParams({ mobile: number, ...(await picture()) }),
      headers: fromElsewhere(),
    })
    const { smsId } = body.data as { smsId: string }
    const smsCode = (await app.receiveSms()).code
    const { data } = await post('/cardSelf/checkSmsCode', { mobile: number, smsId, smsCode })
    return (data as { ticket: string }).ticket
  }
  const form = (ticket: string, more: object = {}) => ({
    ticket,
    mobile,
    name: '欧阳小鱼',
    password: 'quiet-river-stone',
    organizationId: app.world.offices.get('东所'),
    personType: 1,
    consentVersion: '1',
    ...more,
  })

  test('turns a verified mobile into a waiting account, of which the reviewers are notified', async () => {
    const ticket = await ticketFor(mobile)
    expect(await app.call('registration.checkMobile', { mobile, ticket })).toEqual({ available: true })
    expect((await post('/lawyer/register', form(ticket, { password: '1234567890' }))).data).toEqual({
      errors: { password: '密码至少10位，不能是常见密码，也不能包含账号或手机号' },
    })
    expect(
      (await post('/lawyer/register', form(ticket, { organizationId: app.world.offices.get('别所') }))).data,
    ).toEqual({
      errors: { organizationId: '请选择所属律所' },
    })
    // A refused request has not used the ticket.
    expect(await post('/lawyer/register', form(ticket))).toMatchObject({ code: '200', data: { status: 0 } })
    expect((await post('/lawyer/register', form(ticket))).code).toBe('4002')
    expect(await enter(mobile, { password: 'quiet-river-stone' })).toMatchObject({ code: '4006' })
    const sentMessages = await app.database.read(1, db =>
      db.select().from(messages).where(eq(messages.type, 2)),
    )
    const reviewers = ['admin', 'admin2', 'branch', 'branch2'].map(it => app.world.people.get(it)!.id)
    expect(new Set(sentMessages.map(it => it.receiverId))).toEqual(new Set(reviewers))
  })

  test('of two forms with one ticket, one is accepted', async () => {
    const [number, ticket] = ['13822224444', await ticketFor('13822224444')]
    const answers = await Promise.all(
      [1, 2].map(() => post('/lawyer/register', form(ticket, { mobile: number }))),
    )
    expect(answers.map(it => it.code).toSorted()).toEqual(['200', '4002'])
  })

  test('a refused applicant corrects the form and waits again; others are told that the mobile is taken', async () => {
    const ofMobile = eq(lawyers.mobile, mobile)
    await app.database.write(1, db =>
      db.update(lawyers).set({ status: 2, rejectReason: '姓名有误' }).where(ofMobile),
    )
    const ticket = await ticketFor(mobile)
    // The applicant, and nobody else, sees the application to correct it.
    expect(await app.call('registration.checkMobile', { mobile, ticket })).toEqual({
      available: false,
      status: 2,
      reason: '姓名有误',
      application: {
        name: '欧阳小鱼',
        organizationId: app.world.offices.get('东所'),
        personType: 1,
        licenseNumber: null,
        email: null,
      },
    })
    expect(await app.call('registration.checkMobile', { mobile, ...(await picture()) })).toEqual({
      available: false,
    })
    const answer = await post('/lawyer/register', form(ticket, { name: '欧阳小渔' }))
    expect(answer).toMatchObject({ code: '200', data: { status: 0 } })
    const rows = await app.database.read(1, db => db.select().from(lawyers).where(ofMobile))
    expect(rows).toMatchObject([{ name: '欧阳小渔', status: 0, rejectReason: null, version: 2 }])
    const usedMobileAnswer = await post('/lawyer/register', form(await ticketFor(me), { mobile: me }))
    expect(usedMobileAnswer).toMatchObject({
      code: '4220',
      data: { errors: { mobile: expect.any(String) as string } },
    })
  })

  test('looking up a mobile requires a captcha, and shows the account’s state to its owner only', async () => {
    expect(await app.call('registration.checkMobile', { mobile: me, ...(await picture()) })).toEqual({
      available: false,
    })
    const ticket = await ticketFor(me)
    expect(await app.call('registration.checkMobile', { mobile: me, ticket })).toEqual({
      available: false,
      status: 1,
    })
    await expect(app.call('registration.checkMobile', { mobile: stranger, ticket })).rejects.toMatchObject({
      code: '4002',
    })
  })

  test('the registration code counts its uses', async () => {
    const { code } = await (
      await app.as('admin')
    ).call('system.updateAuditCode', { enabled: 1, maxUse: 1, version: 0 })
    const numbers = ['13822225551', '13822225552']
    const tickets = [await ticketFor(numbers[0]!), await ticketFor(numbers[1]!)]
    const answers = await Promise.all(
      numbers.map((number, index) =>
        post('/lawyer/register', form(tickets[index]!, { mobile: number, inviteCode: code })),
      ),
    )
    expect(answers.map(it => it.code).toSorted()).toEqual(['200', '4220'])
    expect(answers.find(it => it.code === '200')).toMatchObject({ data: { status: 1 } })
  })

  test('a wrong registration code is counted and logged, so that one ticket does not allow guessing', async () => {
    await app.database.pool.query(`delete from counters where key like 'register:%'`)
    const admin = await app.asNew('admin')
    const { version } = await admin.call('system.queryAuditCode')
    const { code } = await admin.call('system.updateAuditCode', {
      enabled: 1,
      rotate: 1,
      maxUse: null,
      version,
    })
    const number = '13822225553'
    const ticket = await ticketFor(number)
    const register = (inviteCode: string) =>
      post('/lawyer/register', form(ticket, { mobile: number, inviteCode }))
    const logged = () => app.database.read(1, db => db.$count(logs, eq(logs.action, 'denied')))
    const before = await logged()
    // All at once, so that none is evaluated before the others are counted.
    const guesses = await Promise.all(
      Array.from({ length: 12 }, (_, index) => register(`GUESS${100 + index}`)),
    )
    const byCode = Object.groupBy(guesses, it => it.code)
    expect(byCode['4220']).toHaveLength(5)
    expect(byCode['4290']).toHaveLength(7)
    expect(byCode['4220']![0]!.data).toEqual({ errors: { inviteCode: expect.any(String) as string } })
    expect(byCode['4290']![0]!.message).toContain('免审码')
    expect(await logged()).toBe(before + 5)
    expect((await register(code!)).code).toBe('4290')
    // Without the registration code the ticket, which the refusals have not used, still registers.
    expect(await post('/lawyer/register', form(ticket, { mobile: number }))).toMatchObject({
      code: '200',
      data: { status: 0 },
    })
  })

  test('other errors of a registration cost no attempt at the code', async () => {
    const { code } = await app.asNew('admin').then(async admin => {
      const { version } = await admin.call('system.queryAuditCode')
      return admin.call('system.updateAuditCode', { enabled: 1, rotate: 1, maxUse: null, version })
    })
    const number = '13822225554'
    const ticket = await ticketFor(number)
    const wrong = { mobile: number, inviteCode: code, organizationId: app.world.offices.get('别所') }
    for (let time = 0; time < 6; time++)
      expect((await post('/lawyer/register', form(ticket, wrong))).code).toBe('4220')
    expect(await post('/lawyer/register', form(ticket, { mobile: number, inviteCode: code }))).toMatchObject({
      data: { status: 1 },
    })
  })

  test('contacts are those of the main office for everybody, and of the own office for a lawyer', async () => {
    const offices = (rows: readonly { officeName: string }[]) => [...new Set(rows.map(it => it.officeName))]
    await expect(app.call('registration.getAdminInfo', {})).rejects.toMatchObject({ code: '4002' })
    const open = await app.call('registration.getAdminInfo', { mobile: me, ...(await picture()) })
    expect(offices(open)).toEqual(['总所'])
    expect(open[0]!.mobileMasked).toMatch(/^139\*{4}\d{4}$/)
    expect(open.map(it => it.name)).not.toContain('运维')
    const unknown = await app.call('registration.getAdminInfo', { mobile: stranger, ...(await picture()) })
    expect(unknown).toEqual(open)
    const lawyer = await app.asNew('13800000002')
    expect(offices(await lawyer.call('registration.getAdminInfo', {}))).toEqual(['总所', '东所'])
  })
})
