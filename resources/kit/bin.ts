import { z } from 'zod'

import { del, done, getPage, id, post } from './call.ts'
import { datetime } from './dates.ts'
import { type Fields, inputOf, optional } from './field.ts'
import type { Filters } from './filter.ts'
import type { RegisteredCapability, Who } from './registered.ts'
import type { Action } from './action.ts'
import { text } from './texts.ts'

// A bin holds the removed records of one entity. It is a resource of its own, made of these parts: a list, restoring and
// removing for good.

/** How long a removed record can be restored; after that the server deletes it for good. */
export const binDays = 30

/** When and by whom a record was removed. */
export const removalFields = {
  deletedAt: datetime('删除时间'),
  deletedBy: optional(text('删除人', { max: 20 })),
  purgeAt: datetime('到期彻底删除'),
}

type BinOptions<
  W extends Who,
  R extends z.ZodType,
  FS extends Filters,
  S extends keyof z.output<R> & string,
  A extends Fields,
  O extends z.ZodType,
> = {
  /** Who sees the list; without the demands that come with restoring and purging. */
  list: W
  row: R
  filters: FS
  sortable: readonly [S, ...S[]]
  restore: RegisteredCapability
  purge: RegisteredCapability
  /** What a record may need before it can return; each may be left out. */
  ask: A
  /** What restoring answers. */
  restored: () => O
}

/** The three calls of a bin, beside the calls of its entity at `root`. */
export const binCalls = <
  const W extends Who,
  R extends z.ZodType,
  FS extends Filters,
  const S extends keyof z.output<R> & string,
  const A extends Fields,
  O extends z.ZodType,
>(
  root: `/${string}`,
  { list, row, filters, sortable, restore, purge, ask, restored }: BinOptions<W, R, FS, S, A, O>,
) => ({
  page: getPage(`${root}/recycled`, list, { row, filters, sortable }, { isAddition: true }),
  restore: post(`${root}/restore/{id}`, restore, () => inputOf(ask).extend({ id }), restored, {
    isAddition: true,
  }),
  /** For good, and of a record in the bin only. The log keeps that it was there. */
  purge: del(
    `${root}/purge/{id}`,
    purge,
    () => z.strictObject({ id }),
    () => done,
    { isAddition: true },
  ),
})

type Row = { id: number }

/** The two actions of a bin; `restoring` and `purging` are the sentences of their dialogs. */
export const binActions = (texts: { ask: Fields; restoring: string; purging: string }) => {
  const { ask, restoring, purging } = texts
  const restore: Action<Row, 'restore'> = {
    call: 'restore',
    label: '还原',
    on: ['row', 'bulk'],
    confirm: restoring,
    input: row => ({ id: row.id }),
    ...(Object.keys(ask).length > 0 && { ask }),
  }
  const purge: Action<Row, 'purge'> = {
    call: 'purge',
    label: '彻底删除',
    on: ['row', 'bulk'],
    confirm: purging,
    input: row => ({ id: row.id }),
    isDanger: true,
  }
  return { restore, purge }
}
