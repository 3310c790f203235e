import { describe, expect, test } from 'vitest'

import { registry } from '../../resources/index.ts'
import { isOpenFor, openDuringSetup } from '../../resources/domain/accountSetup.ts'
import { demandsOf, isCapability } from '../../resources/domain/rights.ts'
import type { Call } from '../../resources/kit/index.ts'
import { answeredNames, parametersOf, structuredParameters } from './shapes.ts'

const calls = Object.entries<Call>(registry)

/** GET calls that write: a captcha, a code, a read mark, a log entry. */
const writingGets = [
  'lawyers.lawyerInfo',
  'messages.one',
  'session.code',
  'session.presence',
  'session.queryCode',
]

/** Secrets that are answered once to the caller who requested them. */
const allowed: Record<string, readonly string[]> = {
  'admins.viewAs': ['token'],
  'apiTokens.add': ['token'],
  // The lawyer's answer to a reviewer's question, not the one of the security question.
  'cards.questions': ['answer'],
  'lawyers.viewAs': ['token'],
  'session.firmAccessUserLogin': ['token'],
  'session.lawyerLogin': ['token'],
  'session.loginByFactor': ['token'],
  'session.loginByPasskey': ['token'],
  'session.loginByQuestion': ['token'],
  'session.loginBySignOn': ['token'],
  'webhookDeliveries.one': ['answer'],
  'webhooks.add': ['secret'],
  'webhooks.renew': ['secret'],
}

describe.each(calls)('%s', (name, call) => {
  test('takes its path parameters as input', () => {
    const inPath = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, it]) => it!)
    expect(parametersOf(call)).toEqual(expect.arrayContaining(inPath.filter(it => it !== 'firmId')))
  })

  test('refuses unknown input', () => {
    const { error } = call.input.safeParse({ nonsense: 1 })
    expect(error?.issues).toContainEqual(
      expect.objectContaining({ code: 'unrecognized_keys', keys: ['nonsense'] }),
    )
  })

  test('answers no secret', () => {
    const secrets = answeredNames(call).filter(it =>
      /^(password|\w*hash|salt|\w*token|answer|secret)$/i.test(it),
    )
    expect(secrets).toEqual(allowed[name] ?? [])
  })

  test('does not take firmId: the session decides', () => {
    expect(parametersOf(call)).not.toContain('firmId')
  })

  test('declares no confirmation password, which the right adds', () => {
    expect(parametersOf(call)).not.toContain('confirmPassword')
  })
})

const needsReason = ({ who }: Call) => isCapability(who) && demandsOf(who).needsReason
test.each(calls.filter(([, it]) => needsReason(it)))(
  '%s declares no reason, which its right adds',
  (_, call) => {
    expect(parametersOf(call)).not.toContain('reason')
  },
)

const travelsAsText = ({ method, encoding }: Call) => method === 'GET' || encoding === 'form'
test.each(calls.filter(([, it]) => travelsAsText(it)))(
  '%s has only input that can be sent as text',
  (_, call) => {
    expect(structuredParameters(call)).toEqual([])
  },
)

test('a GET that writes declares it', () => {
  const writing = calls.filter(([, it]) => it.method === 'GET' && it.writes).map(([name]) => name)
  expect(writing.toSorted()).toEqual(writingGets)
  expect(calls.filter(([, it]) => it.method !== 'GET' && !it.writes)).toEqual([])
})

test('an id is a number, and quoted digits are refused', () => {
  const { input } = registry['offices.firmOrganizationInfo']
  expect(input.safeParse({ organizationId: 7 }).success).toBe(true)
  for (const organizationId of ['7', 7.5, 0, -1, null, [7], 2 ** 60])
    expect(input.safeParse({ organizationId }).success).toBe(false)
})

describe('before an account is secured', () => {
  const openTo = (account: { mustChangePwd: 0 | 1; mustSetFactor: 0 | 1 }) =>
    calls.filter(([, it]) => isOpenFor(it, account)).map(([name]) => name)
  const whoeverReadThePassword = [
    'session.consent',
    'session.logout',
    'session.notice',
    'session.password',
    'session.self',
  ]

  test('an initial password opens nothing that adds a way of signing in', () => {
    for (const mustSetFactor of [0, 1] as const)
      expect(openTo({ mustChangePwd: 1, mustSetFactor }).toSorted()).toEqual(whoeverReadThePassword)
  })

  test('a demanded factor opens the calls that set it up', () => {
    expect(openTo({ mustChangePwd: 0, mustSetFactor: 1 }).toSorted()).toEqual(
      [
        ...whoeverReadThePassword,
        'session.addPasskey',
        'session.beginFactor',
        'session.beginPasskey',
        'session.confirmFactor',
        'session.factor',
        'session.passkeys',
      ].toSorted(),
    )
  })

  test('each open call is in the list under its own name, with its reason', () => {
    const open = calls.filter(([, it]) => it.openBeforeSetup)
    expect(Object.fromEntries(open.map(([name, it]) => [name, it.openBeforeSetup]))).toEqual(
      Object.fromEntries(Object.entries(openDuringSetup).map(([name, it]) => [`session.${name}`, it])),
    )
  })
})

test('exactly these calls are open without a session', () => {
  // A call shared by several resources has the name of the first.
  const isFirst = (name: string, call: Call) => calls.find(([, it]) => it === call)![0] === name
  const open = calls.filter(([name, it]) => it.who === 'public' && isFirst(name, it)).map(([name]) => name)
  expect(open.toSorted()).toEqual([
    'areas.area',
    'areas.areaById',
    'areas.city',
    'areas.cityList',
    'areas.districtList',
    'areas.provinceList',
    'articles.getList',
    'cards.code',
    'cards.countVisit',
    'categories.getList',
    'conf.app',
    'firm.firmInfo',
    'firm.mpconf',
    'languages.texts',
    'offices.validList',
    'officialProfessions.tree',
    'professions.wxList',
    'registration.checkMobile',
    'registration.checkSmsCode',
    'registration.getAdminInfo',
    'registration.getCardCode',
    'registration.register',
    'session.code',
    'session.firmAccessUserLogin',
    'session.getFirmId',
    'session.lawyerLogin',
    'session.loginByFactor',
    'session.loginByPasskey',
    'session.loginByQuestion',
    'session.loginBySignOn',
    'session.passkeyChallenge',
    // Without a session this call requires the ticket of a code sent to the mobile number.
    'session.password',
    'session.queryCode',
    'session.startSignOn',
  ])
})
