import { flag, getCall } from '../kit/index.ts'
import type { RegisteredCapability, RegisteredMenuName } from '../kit/registered.ts'

import { z } from 'zod'

const rehearsal = <const W extends RegisteredCapability>(
  path: `/${string}`,
  who: W,
  feature: RegisteredMenuName,
) =>
  getCall(
    `${path}/rehearsal`,
    who,
    // The unsaved values as JSON, which the server checks by the fields of the setting.
    () => z.strictObject({ values: z.string().max(9999) }),
    () =>
      z.object({
        effects: z.array(
          z.object({
            /** What would have been different (server/services/rehearsal/tally.ts). */
            effect: z.string(),
            /** The name of the resource in the log. */
            type: z.string(),
            count: z.int(),
            /** The number of records that could have been changed so. */
            of: z.int(),
            examples: z.array(
              z.object({
                id: z.int(),
                name: z.string(),
                at: z.string(),
                by: z.string().nullable(),
                /** The fields that it is about. */
                fields: z.array(z.string()),
                /** The reason of a refusal, or the words that a rule is about. */
                text: z.string(),
              }),
            ),
          }),
        ),
        /** The number of changes, submissions and decisions that were read, and whether there were more. */
        seen: z.int(),
        isCut: flag,
        /** How many of them happened under other rules than the present ones, and are not counted. */
        unlike: z.int(),
      }),
    { isAddition: true, feature },
  )

/** What other rules would have changed in the last 90 days. Nothing is saved; the right is that of saving them. */
export const rehearsals = {
  name: 'rehearsals',
  calls: {
    review: rehearsal('/firmConf/cardReview', 'conf.edit', 'conf.cardAudit'),
    promotion: rehearsal('/firmConf/complianceRules', 'compliance.rules', 'operation.compliance'),
    cardPage: rehearsal('/firm/mpconf', 'conf.edit', 'conf.mpCard'),
  },
}
