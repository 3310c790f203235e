import { firmYear } from '../../../resources/kit/firmTime.ts'
import { and, isNull, type SQL, sql } from 'drizzle-orm'

import type { Context } from '../../context/context.ts'
import { lawyers } from '../../db/tables.ts'

/** The year that is assessed now: each year is assessed in the following one. */
export const assessedYear = (now: Date) => firmYear(now) - 1

const isPractising = sql`${lawyers.status} = 1 and ${lawyers.personType} = 1`

/** Conditions for practising lawyers without a licence number or without an assessment. */
export const missingConditions: Record<'licence' | 'assessment', (context: Pick<Context, 'now'>) => SQL> = {
  licence: () => and(isPractising, isNull(lawyers.licenseNumber))!,
  assessment: ({ now }) =>
    sql`${isPractising} and not ${lawyers.assessedYears} @> array[${assessedYear(now)}::int]`,
}
