import { getCall, flag } from '../kit/index.ts'

import { z } from 'zod'

/** What other rules would have changed, in the order in which it is told. */
export const effectNames = [
  'unneeded',
  'refused',
  'waiting',
  'locked',
  'stopped',
  'found',
  'gone',
  'lost',
  'gained',
] as const

const example = () =>
  z.object({
    id: z.int(),
    name: z.string(),
    at: z.string(),
    by: z.string().nullable(),
    /** The fields of a card that it is about. */
    fields: z.array(z.string()),
    /** The reason of a refusal, or the words that a rule is about. */
    text: z.string(),
  })

const rehearsal = () =>
  z.object({
    effects: z.array(
      z.object({
        effect: z.enum(effectNames),
        type: z.enum(['cards', 'articles', 'lawyers']),
        count: z.int(),
        /** The number of records that could have been changed so. */
        of: z.int(),
        examples: z.array(example()),
      }),
    ),
    /** The number of changes, submissions and decisions that were read, and whether there were more. */
    seen: z.int(),
    isCut: flag,
    /** How many of them happened under other rules than the present ones, and are not counted. */
    unlike: z.int(),
  })

/** `values` are the unsaved values of the setting as JSON, which the server checks by its fields. */
const input = () => z.strictObject({ values: z.string().max(9999) })

/** Nothing is saved: what the values would have changed in the last 90 days. The right is that of saving them. */
export const rehearsals = {
  name: 'rehearsals',
  calls: {
    review: getCall('/firmConf/cardReview/rehearsal', 'conf.edit', input, rehearsal, {
      isAddition: true,
      feature: 'conf.cardAudit',
    }),
    promotion: getCall('/firmConf/complianceRules/rehearsal', 'compliance.rules', input, rehearsal, {
      isAddition: true,
      feature: 'operation.compliance',
    }),
    cardPage: getCall('/firm/mpconf/rehearsal', 'conf.edit', input, rehearsal, {
      isAddition: true,
      feature: 'conf.mpCard',
    }),
  },
}
