import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'

import { comparedCardFields, type ComparedField } from '../../../resources/cards/languageCalls.ts'
import { cards } from '../../db/tables.ts'

// An English card is compared with the published Chinese card of the same person. A field that waits to be published counts as
// brought up to date.

/**
 * The fields of the published Chinese card with their last changes, beside the row of an English card; and the names of the fields
 * that each card has, since a content of many kilobytes would otherwise be unpacked again for each field.
 */
const chineseChanges = (firmId: number) => sql`cards chinese
  cross join lateral (select array(select jsonb_object_keys(cards.content)) as english_fields,
    array(select jsonb_object_keys(chinese.published)) as chinese_fields) as present
  cross join lateral jsonb_each(chinese.public_changes) as changed
  where chinese.firm_id = ${firmId} and chinese.lawyer_id = cards.lawyer_id and chinese.language = 'CN'
    and chinese.deleted_at is null and chinese.published is not null
    and changed.key = any(${sql.param(comparedCardFields)}::text[])`

/** What an English card never had is missing, not older. */
const isOlder = sql`(cards.published is not null and changed.key = any(present.english_fields) and not cards.changed_fields ? changed.key
  and changed.value ->> 'at' > coalesce(cards.public_changes -> changed.key ->> 'at', ''))`
const isMissing = sql`(changed.key = any(present.chinese_fields) and not changed.key = any(present.english_fields))`

/** The English cards with a published Chinese card that lack or have not followed any field of it (1), or none (2). */
export const englishStateCondition = (state: 1 | 2, firmId: number): SQL =>
  and(
    eq(cards.firmId, firmId),
    eq(cards.language, 'EN'),
    isNull(cards.deletedAt),
    sql`(select 2 - bool_or(${isOlder} or ${isMissing})::int from ${chineseChanges(firmId)}) = ${state}`,
  )!

type Outdated = { field: ComparedField; version: number; at: string }

/** Column with the fields of an English card that are older than the Chinese ones; null where there are none. */
export const outdatedFields = (firmId: number): SQL<Outdated[] | null> =>
  sql<Outdated[] | null>`case when ${cards.language} = 'EN' then
    (select jsonb_agg(changed.value || jsonb_build_object('field', changed.key)) from ${chineseChanges(firmId)} and ${isOlder}) end`
