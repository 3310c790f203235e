import { firmDay } from '../../../resources/kit/firmTime.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'

import type { Context } from '../../context/context.ts'
import { settingOf, type SettingValues } from '../settings/firmSettings.ts'

// 排序方式 (domain.md §6.5): the order of people and their cards where nobody asked for another one.

type SortSet = SettingValues<'sortSet'>
type By = SortSet['rules'][number]['by']

type Source = {
  table: PgTable
  firm: AnyPgColumn
  name: AnyPgColumn
  /** What each rule compares. */
  by: Record<Exclude<By, 'stroke' | 'random'>, SQL | AnyPgColumn>
  /** What differs from day to day, and not from page to page. */
  key: AnyPgColumn
  office: AnyPgColumn
  /** The main professional field. */
  profession: SQL
}

const strokes = new Intl.Collator('zh-u-co-stroke')

/** Surnames by their strokes: PostgreSQL need not know such an order, and a firm has few surnames. */
const byStrokes = async ({ db, firmId }: Context, { table, firm, name }: Source) => {
  const { rows } = await db.execute<{ surname: string }>(
    sql`select distinct left(${name}, 1) as surname from ${table} where ${firm} = ${firmId}`,
  )
  const surnames = rows.map(it => it.surname).toSorted((a, b) => strokes.compare(a, b))
  return sql`array_position(${sql.param(surnames)}::text[], left(${name}, 1))`
}

const groups = (
  { by, office, profession }: Source,
  { groupBy, officeOrder }: SortSet,
): readonly (SQL | AnyPgColumn)[] => {
  const officeBy = officeOrder === 1 ? sql`-weight` : sql`name_pinyin`
  const ofOffice = sql`(select row(-is_main, ${officeBy}, organization_id) from offices
    where offices.organization_id = ${office})`
  const leading = {
    0: [],
    1: [ofOffice],
    2: [by.post],
    3: [profession],
    4: [sql`upper(left(${by.pinyin}, 1))`],
  }
  return leading[groupBy]
}

/** The firm's rules as an ORDER BY: first by group, where there are groups. */
export const personOrder = async (context: Context, source: Source): Promise<SQL[]> => {
  const set = await settingOf(context.db, context.firmId, 'sortSet')
  const day = firmDay(context.now)
  const columns = await Promise.all(
    set.rules.map(async ({ by, order }) => {
      if (by === 'random') return sql`md5(${source.key}::text || ${day})`
      const column = by === 'stroke' ? await byStrokes(context, source) : source.by[by]
      return order === 'desc' ? sql`${column} desc nulls last` : sql`${column} asc nulls last`
    }),
  )
  return [...groups(source, set).map(it => sql`${it} asc nulls last`), ...columns]
}
