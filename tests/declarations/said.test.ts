import { expect, test } from 'vitest'
import { z } from 'zod'

import { outputTraits } from '../../resources/kit/index.ts'
import { servedCalls } from '../../server/routes/served.ts'

/** Answered texts by name that are not marked as written by the server. */
const plainTexts = (schema: z.core.$ZodType, name: string): string[] => {
  const { kind, isSentence } = outputTraits.get(schema) ?? {}
  if (isSentence) return []
  if (kind !== undefined && !['text', 'custom', 'rows'].includes(kind)) return []
  if (schema instanceof z.ZodString) return [name]
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([key, it]) => plainTexts(it as z.ZodType, key))
  if (schema instanceof z.ZodArray) return plainTexts(schema.element, name)
  if (schema instanceof z.ZodRecord) return plainTexts(schema.valueType, `${name}.*`)
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return plainTexts(schema.unwrap(), name)
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(it => plainTexts(it, name))
  return []
}

/** Texts that callers can send belong to them and not to the server. */
const inputTexts = new Set(servedCalls.flatMap(({ call }) => plainTexts(call.input, '')))

/** Names, moments, keys, numbers and addresses; reasons given by people; languages and places. */
const others = new Set(
  `accessid actionName additions answeredAt answeredByName assistantName assistantOffice changes.* appConf applied areaName askedAt askedByName assigneeName at auditReason auditedBy bizType body bucket build by changedFields checkedAt confirmedAt
  createdAt createdBy createdByName date day decidedByName endedBy decisionReason deletedBy device dir effect endAt engine errorCode expireAt ip lastAnchorAt lastAt
  releaseReason releasedByName targetName lastLoginIp lastUsedAt lawyerName link mobileMasked names next officeName oldest option organizationName over ownerName parentCode pinyin policy publishedAt
  publishedBy recoveryCodes refuseReason region rejectReason release requestId savedAt senderName signature startAt submittedBy tail terms texts.* token updatedAt updatedBy
  proposed updatedByName uri verificationUrl version viewerName html kid retiredAt
  after author digest linkKey tokenName openedAt revokedAt decidedBy decidedAt withdrawnAt withdrawnBy`.split(
    /\s+/,
  ),
)

const answeredTexts = servedCalls.flatMap(({ name: call, call: { output } }) =>
  plainTexts(output, '').map(name => ({ call, name })),
)

test('an answered text that no caller sends is marked as the server’s, unless it is in no language', () => {
  const unmarked = answeredTexts.filter(({ name }) => !inputTexts.has(name) && !others.has(name))
  expect(unmarked.map(({ call, name }) => `${call} ${name}`)).toEqual([])
  expect([...others].filter(name => !answeredTexts.some(it => it.name === name))).toEqual([])
})

test('every field named message is the server’s; labels may also belong to the firm’s buttons', () => {
  const names = /^(message|label|hints?|errors?|advice|basis|warning)(\.\*)?$/
  const unmarked = answeredTexts.filter(({ call, name }) => names.test(name) && !/^(conf|firm)\./.test(call))
  expect(unmarked.map(({ call, name }) => `${call} ${name}`)).toEqual([])
})
