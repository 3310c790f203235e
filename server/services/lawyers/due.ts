import { and, isNull, type SQL, sql } from 'drizzle-orm'

import type { Context } from '../../context/context.ts'
import { lawyers } from '../../db/tables.ts'

const years = new Intl.DateTimeFormat('en', { timeZone: 'Asia/Shanghai', year: 'numeric' })

/** The assessment of a year is made in the year after. */
export const assessYearAt = (now: Date) => Number(years.format(now)) - 1

const practises = sql`${lawyers.status} = 1 and ${lawyers.personType} = 1`

/** Who practises and has none of it on record. */
export const lacking: Record<'licence' | 'assessment', (context: Pick<Context, 'now'>) => SQL> = {
  licence: () => and(practises, isNull(lawyers.licenseNumber))!,
  assessment: ({ now }) =>
    sql`${practises} and not ${lawyers.assessedYears} @> array[${assessYearAt(now)}::int]`,
}
