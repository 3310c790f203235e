import type { FieldValues, Resolver } from 'react-hook-form'
import { z } from 'zod'

import { announcements } from '../../../resources/announcements.ts'
import type { Fields } from '../../../resources/kit/index.ts'
import { resolverOf } from '../../fields/resolver.ts'
import type { FormValues } from '../../form/intent.ts'

const { title, content, level, audience, organizationIds, lawyerIds, adminIds } = announcements.fields

export const contentFields = { title, content, level }

const ids = z.array(z.number()).nullish().catch(null)
const recipientValues = z.object({
  audience: z
    .union([z.literal(1), z.literal(2), z.literal(3)])
    .optional()
    .catch(undefined),
  organizationIds: ids,
  lawyerIds: ids,
  adminIds: ids,
})

/** What a form under way says of the recipients. */
export type RecipientValues = z.output<typeof recipientValues>
export const recipientValuesOf = (values: FormValues): RecipientValues => recipientValues.parse(values)

/** The fields that an audience asks for besides. */
export const recipientFields = (to: RecipientValues['audience']): Fields =>
  to === 2 ? { organizationIds } : to === 3 ? { lawyerIds, adminIds } : {}

/** Only the fields that are shown are checked. */
const resolver: Resolver<FieldValues> = (values, ...rest) =>
  resolverOf({ ...contentFields, audience, ...recipientFields(values['audience']) })(values, ...rest)
export const resolverFor = () => resolver

/** Whom it would reach; null while nobody is chosen yet. */
export const recipientsOf = (values: RecipientValues) => {
  const { audience: to = 1 } = values
  const [organizations, lawyers, admins] = [
    values.organizationIds ?? [],
    values.lawyerIds ?? [],
    values.adminIds ?? [],
  ]
  if (to === 2) return organizations.length > 0 ? { audience: to, organizationIds: organizations } : null
  if (to === 3)
    return lawyers.length + admins.length > 0 ? { audience: to, lawyerIds: lawyers, adminIds: admins } : null
  return { audience: to }
}
