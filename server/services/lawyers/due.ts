import { firmYear } from '../../../resources/kit/firmTime.ts'
import { and, isNull, type SQL, sql } from 'drizzle-orm'

import type { Context } from '../../context/context.ts'
import { lawyers } from '../../db/tables.ts'

/** The assessment of a year is made in the year after. */
export const assessYearAt = (now: Date) => firmYear(now) - 1

const practises = sql`${lawyers.status} = 1 and ${lawyers.personType} = 1`

/** Who practises and has none of it on record. */
export const lacking: Record<'licence' | 'assessment', (context: Pick<Context, 'now'>) => SQL> = {
  licence: () => and(practises, isNull(lawyers.licenseNumber))!,
  assessment: ({ now }) =>
    sql`${practises} and not ${lawyers.assessedYears} @> array[${assessYearAt(now)}::int]`,
}
