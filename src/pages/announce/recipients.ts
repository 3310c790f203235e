import type { FieldValues, Resolver } from 'react-hook-form'
import { z } from 'zod'

import { announcements } from '../../../resources/announcements.ts'
import type { Fields } from '../../../resources/kit/index.ts'
import { resolverOf } from '../../fields/resolver.ts'
import type { FormValues } from '../../form/undoable/intent.ts'

const { title, content, level, audience, organizationIds, lawyerIds, adminIds } = announcements.fields

export const announcementFields = { title, content, level }

const idsSchema = z.array(z.number()).nullish().catch(null)
const recipientSchema = z.object({
  audience: z
    .union([z.literal(1), z.literal(2), z.literal(3)])
    .optional()
    .catch(undefined),
  organizationIds: idsSchema,
  lawyerIds: idsSchema,
  adminIds: idsSchema,
})

/** Recipient fields of an unfinished form. */
export type RecipientValues = z.output<typeof recipientSchema>
export const parseRecipients = (values: FormValues): RecipientValues => recipientSchema.parse(values)

/** Additional fields for the chosen audience. */
export const recipientFields = (to: RecipientValues['audience']): Fields =>
  to === 2 ? { organizationIds } : to === 3 ? { lawyerIds, adminIds } : {}

/** Validates only the fields that are shown. */
const resolver: Resolver<FieldValues> = (values, ...rest) =>
  resolverOf({ ...announcementFields, audience, ...recipientFields(values['audience']) })(values, ...rest)
export const announcementResolver = () => resolver

/** Input for the recipients; null while nobody is chosen. */
export const recipientInput = (values: RecipientValues) => {
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
