import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'

import { comparedCardFields, type ComparedField } from '../../../resources/cards/languageCalls.ts'
import { cards } from '../../db/tables.ts'

// An English card is compared with the published Chinese card of the same person. A field that waits to be published counts as
// brought up to date.

/** The fields of the published Chinese card with their last changes, beside the row of an English card. */
const chineseChanges = (
  firmId: number,
) => sql`cards chinese cross join lateral jsonb_each(chinese.public_changes) as changed
  where chinese.firm_id = ${firmId} and chinese.lawyer_id = cards.lawyer_id and chinese.language = 'CN'
    and chinese.deleted_at is null and chinese.published is not null
    and changed.key = any(${sql.param(comparedCardFields)}::text[])`

/** What an English card never had is missing, not older. */
const isOlder = sql`(cards.published is not null and cards.content ? changed.key and not cards.changed_fields ? changed.key
  and changed.value ->> 'at' > coalesce(cards.public_changes -> changed.key ->> 'at', ''))`
const isMissing = sql`(chinese.published ? changed.key and not cards.content ? changed.key)`

const hasChinese = (firmId: number) => sql`exists (select from ${chineseChanges(firmId)})`
const differs = (firmId: number) =>
  sql`exists (select from ${chineseChanges(firmId)} and (${isOlder} or ${isMissing}))`

/** 1 待更新, 2 已更新; null but for the English cards of people with a published Chinese card. */
export const englishStateColumn = (firmId: number) =>
  sql<1 | 2 | null>`(case when ${cards.language} <> 'EN' or not ${hasChinese(firmId)} then null
    when ${differs(firmId)} then 1 else 2 end)`

export const englishStateCondition = (state: 1 | 2, firmId: number): SQL =>
  and(
    eq(cards.firmId, firmId),
    eq(cards.language, 'EN'),
    isNull(cards.deletedAt),
    state === 1 ? differs(firmId) : sql`${hasChinese(firmId)} and not ${differs(firmId)}`,
  )!

type Outdated = { field: ComparedField; version: number; at: string }

/** Column with the fields of an English card that are older than the Chinese ones; null where there are none. */
export const outdatedFields = (firmId: number): SQL<Outdated[] | null> =>
  sql<Outdated[] | null>`case when ${cards.language} = 'EN' then
    (select jsonb_agg(changed.value || jsonb_build_object('field', changed.key)) from ${chineseChanges(firmId)} and ${isOlder}) end`
