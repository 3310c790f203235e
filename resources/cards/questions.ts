import { z } from 'zod'

import { emptyAnswer, flag, getCall, id, mandateId, postCall, putCall, text } from '../kit/index.ts'
import { cardFields } from './content.ts'

export const questionFields = {
  question: text('问题', { min: 2, max: 500, isMultiline: true }),
  answer: text('答复', { max: 800, isMultiline: true }),
}
const { question, answer } = questionFields

const isAddition = { isAddition: true } as const
const isByMandate = { isAddition: true, isByMandate: true } as const
const person = z.object({ id: z.int(), name: z.string() })

/** Calls about a card that waits for review, between its reviewers and its owner. */
export const questionCalls = {
  /** The questions about a card, the earliest first, and for administrators the reviewer to whom it is assigned. */
  questions: getCall(
    '/lawyer/card/questions/{id}',
    'card.view',
    () => z.strictObject({ id, mandateId }),
    () =>
      z.object({
        records: z.array(
          z.object({
            id: z.int(),
            field: z.string().nullable(),
            question: z.string(),
            askedByName: z.string(),
            askedAt: z.string(),
            answer: z.string().nullable(),
            answeredAt: z.string().nullable(),
            /** Who answered: the owner, or an assistant in the owner's place. */
            answeredByName: z.string().nullable(),
            /** 1 until the submission is decided or withdrawn. */
            isOpen: flag,
          }),
        ),
        assignee: person.nullable(),
      }),
    isByMandate,
  ),
  ask: postCall(
    '/lawyer/card/questions/{id}',
    'card.audit',
    () => z.strictObject({ id, field: z.enum(cardFields).nullish(), question: question.schema }),
    () => z.object({ id: z.int() }),
    isAddition,
  ),
  /** The id is that of the question. */
  answer: putCall(
    '/lawyer/card/questions/{id}/answer',
    'card.submit',
    () => z.strictObject({ id, answer: answer.schema, mandateId }),
    () => emptyAnswer,
    isByMandate,
  ),
  /** Who may review the card at present, except its owner. */
  reviewers: getCall(
    '/lawyer/card/reviewers/{id}',
    'card.audit',
    () => z.strictObject({ id }),
    () => z.array(person.extend({ organizationName: z.string().optional() })),
    isAddition,
  ),
  /** Assigns a waiting card to a reviewer, or to nobody. */
  assign: putCall(
    '/lawyer/card/assign/{id}',
    'card.audit',
    () => z.strictObject({ id, adminId: id.nullable() }),
    () => emptyAnswer,
    isAddition,
  ),
}
