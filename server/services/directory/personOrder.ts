import { firmDay } from '../../../resources/kit/firmTime.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'

import type { Context } from '../../context/context.ts'
import { settingOf, type SettingValues } from '../settings/firmSettings.ts'

// 排序方式 (docs/domain.md §6.5): the default order of people and their cards.

type SortSet = SettingValues<'sortSet'>
type OrderRule = SortSet['rules'][number]['by']

type OrderSource = {
  table: PgTable
  firm: AnyPgColumn
  name: AnyPgColumn
  /** The column or expression that each rule compares. */
  by: Record<Exclude<OrderRule, 'stroke' | 'random'>, SQL | AnyPgColumn>
  /** Seeds the random order, which changes daily but is the same on all pages of a list. */
  key: AnyPgColumn
  office: AnyPgColumn
  /** The main professional field. */
  profession: SQL
}

const strokes = new Intl.Collator('zh-u-co-stroke')

/**
 * Orders surnames by strokes. The collation runs here, so that PostgreSQL need not have it; a firm has few
 * surnames.
 */
const strokeOrder = async ({ db, firmId }: Context, { table, firm, name }: OrderSource) => {
  const { rows } = await db.execute<{ surname: string }>(
    sql`select distinct left(${name}, 1) as surname from ${table} where ${firm} = ${firmId}`,
  )
  const surnames = rows.map(it => it.surname).toSorted((a, b) => strokes.compare(a, b))
  return sql`array_position(${sql.param(surnames)}::text[], left(${name}, 1))`
}

const groupColumns = (
  { by, office, profession }: OrderSource,
  { groupBy, officeOrder }: SortSet,
  firmId: number,
): readonly (SQL | AnyPgColumn)[] => {
  // An array, since a row without a type cannot be sent from one server to another.
  const placeOfOffice =
    officeOrder === 1
      ? sql`array[-is_main, -weight, organization_id]`
      : sql`array[(1 - is_main)::text, name_sort, lpad(organization_id::text, 20, '0')]`
  const officeOrderSql = sql`(select ${placeOfOffice} from offices
    where offices.firm_id = ${firmId} and offices.organization_id = ${office})`
  const columnsByGroup = {
    0: [],
    1: [officeOrderSql],
    2: [by.post],
    3: [profession],
    4: [sql`upper(left(${by.pinyin}, 1))`],
  }
  return columnsByGroup[groupBy]
}

/** The firm's rules as an ORDER BY; grouping columns come first. */
export const personOrder = async (context: Context, source: OrderSource): Promise<SQL[]> => {
  const sortSet = await settingOf(context.db, context.firmId, 'sortSet')
  const day = firmDay(context.now)
  const columns = await Promise.all(
    sortSet.rules.map(async ({ by, order }) => {
      if (by === 'random') return sql`md5(${source.key}::text || ${day})`
      const column = by === 'stroke' ? await strokeOrder(context, source) : source.by[by]
      return order === 'desc' ? sql`${column} desc nulls last` : sql`${column} asc nulls last`
    }),
  )
  return [...groupColumns(source, sortSet, context.firmId).map(it => sql`${it} asc nulls last`), ...columns]
}
