import { expect, test } from 'vitest'
import { z } from 'zod'

import { secretSchemas } from '../../resources/domain/credentials.ts'
import { servedCalls } from '../../server/routes/served.ts'

// Promise Q24 (server/promises.md).

type Named = { path: string; isSecret: boolean }

const isOf = (schema: z.core.$ZodType): boolean =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodNullable
    ? secretSchemas.has(schema) || isOf(schema.unwrap())
    : secretSchemas.has(schema)

/** Whether a value of this schema is a text, if present. */
const isText = (schema: z.core.$ZodType): boolean =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodNullable
    ? isText(schema.unwrap())
    : schema instanceof z.ZodString

/** All texts in a call's answer, by path. */
const textsIn = (schema: z.core.$ZodType, path: string): Named[] => {
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([name, inner]) => {
      const fieldPath = `${path}.${name}`
      return isText(inner) ? [{ path: fieldPath, isSecret: isOf(inner) }] : textsIn(inner, fieldPath)
    })
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return textsIn(schema.unwrap(), path)
  if (schema instanceof z.ZodArray)
    return isText(schema.element) ? [{ path, isSecret: isOf(schema.element) }] : textsIn(schema.element, path)
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(it => textsIn(it, path))
  return []
}

const texts = servedCalls.flatMap(({ name, call }) => textsIn(call.output, name))

/** Typical names of secrets. Each text with such a name is marked as a secret or listed here with a reason. */
const suspicious = /(password|token|ticket|secret|captcha|signature|policy|smsId|codeId|\.code|key)$/i
const harmless: readonly (readonly [RegExp, string])[] = [
  [/^areas\./, 'the number of a district'],
  [/^articles\.official\./, 'the number of a message at WeChat'],
  [/^officialProfessions\./, 'the number of a profession'],
  [/\.codeKey$/, 'the public address of a card'],
  [/\.cardMenu\.key$/, 'the name of an entry'],
  [/\.map\.key$/, 'the key of the map that every browser is given'],
  [/\.sms\.templates\./, "the provider's number of a template"],
  [/^system\.queryAuditCode\.code$/, 'its beginning, and stars'],
  [/^uploads\.(ossSign|begin|finish)\.key$/, 'the name of a file'],
]

test('each answered text with the name of a secret is marked as one, or is listed with a reason', () => {
  const isHarmless = (path: string) => harmless.some(([pattern]) => pattern.test(path))
  const found = texts.filter(it => suspicious.test(it.path) && !it.isSecret).map(it => it.path)
  expect(found.filter(it => !isHarmless(it))).toEqual([])
  expect(harmless.filter(([pattern]) => !found.some(it => pattern.test(it)))).toEqual([])
})

test('initial passwords, registration codes, tickets, tokens, captchas and signatures are marked as secrets', () => {
  const secrets = new Set(texts.filter(it => it.isSecret).map(it => it.path))
  expect([...secrets].toSorted()).toEqual([
    'admins.add.initialPassword',
    'admins.firmAccessUserUpdate.initialPassword',
    'admins.viewAs.token',
    'apiTokens.add.token',
    'articles.askConsent.linkKey',
    'articles.share.linkKey',
    'cards.createCard.initialPassword',
    'cards.share.linkKey',
    'lawyers.addList.passwords.initialPassword',
    'lawyers.applyDirectory.passwords.initialPassword',
    'lawyers.showPassword.initialPassword',
    'lawyers.updatePassword.initialPassword',
    'lawyers.viewAs.token',
    'registration.checkSmsCode.ticket',
    'registration.getCardCode.smsId',
    'session.beginFactor.key',
    'session.beginFactor.uri',
    'session.code.codeId',
    'session.code.image',
    'session.confirmFactor.recoveryCodes',
    'session.firmAccessUserLogin.token',
    'session.lawyerLogin.token',
    'session.loginByFactor.token',
    'session.loginByPasskey.token',
    'session.loginByQuestion.ticket',
    'session.loginByQuestion.token',
    'session.loginBySignOn.token',
    'session.queryCode.smsId',
    'session.renewRecoveryCodes.recoveryCodes',
    'session.startSignOn.browser',
    'session.startSignOn.state',
    'session.startSignOn.url',
    'system.updateAuditCode.code',
    'uploads.ossSign.policy',
    'uploads.ossSign.signature',
    'webhooks.add.secret',
    'webhooks.renew.secret',
  ])
})
