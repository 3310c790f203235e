import type { Resolver } from 'react-hook-form'

import { announcements } from '../../../resources/announcements.ts'
import type { Fields } from '../../../resources/kit/index.ts'
import { resolverOf } from '../../fields/resolver.ts'

const { title, content, level, audience, organizationIds, lawyerIds, adminIds } = announcements.fields

export const written = { title, content, level }
export type Values = {
  audience: 1 | 2 | 3
  organizationIds: number[] | null
  lawyerIds: number[] | null
  adminIds: number[] | null
}

/** What is asked besides, by whom it is for. */
export const askedFor = (to: Values['audience']): Fields =>
  to === 2 ? { organizationIds } : to === 3 ? { lawyerIds, adminIds } : {}

/** Only what is asked is checked. */
export const resolver: Resolver = (values, ...rest) =>
  resolverOf({ ...written, audience, ...askedFor(values['audience'] as Values['audience']) })(values, ...rest)

/** Whom it would reach; null while nobody is chosen yet. */
export const receivingOf = ({
  audience: to,
  organizationIds: at,
  lawyerIds: some,
  adminIds: others,
}: Values) => {
  const [organizations, lawyers, admins] = [at ?? [], some ?? [], others ?? []]
  if (to === 2) return organizations.length > 0 ? { audience: to, organizationIds: organizations } : null
  if (to === 3)
    return lawyers.length + admins.length > 0 ? { audience: to, lawyerIds: lawyers, adminIds: admins } : null
  return { audience: to }
}
