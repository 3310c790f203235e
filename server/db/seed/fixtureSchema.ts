import { z } from 'zod'

import { firmShape } from './schema/firm.ts'
import { issuesIn } from './schema/references.ts'

// The JSON that the `seed` command reads: several firms, each with what it needs. Everything that can have a default
// has one; rows name each other by `key`, never by a database id.

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
/** As it is written: with everything left out that has a default. */
export type FirmInput = z.input<typeof fixtureSchema>['firms'][number]
