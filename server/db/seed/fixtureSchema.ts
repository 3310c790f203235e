import { z } from 'zod'

import { firmShape } from './schema/firm.ts'
import { issuesIn } from './schema/references.ts'

// The JSON that the `seed` command reads: one or more firms with everything they need. Values have defaults
// where possible; rows refer to each other by `key`, never by a database id.

const firm = firmShape.superRefine((value, context) => {
  for (const issue of issuesIn(value)) context.addIssue({ code: 'custom', ...issue })
})

export const fixtureSchema = z.strictObject({
  firms: z
    .array(firm)
    .min(1)
    .max(50)
    .refine(
      firms => new Set(firms.map(({ firmId }) => firmId)).size === firms.length,
      'a firmId is used twice',
    ),
})

export type Fixture = z.infer<typeof fixtureSchema>
export type FirmFixture = Fixture['firms'][number]
/** A firm as it is written in a fixture, where values with a default may be omitted. */
export type FirmInput = z.input<typeof fixtureSchema>['firms'][number]
