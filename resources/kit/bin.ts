import { z } from 'zod'

import { deleteCall, emptyAnswer, pagedCall, id, postCall } from './call.ts'
import { datetime } from './kinds/datetime.ts'
import { type Fields, inputSchema, optional } from './field.ts'
import type { Filters } from './filter.ts'
import type { RegisteredCapability, Who } from './registered.ts'
import type { Action } from './action.ts'
import { text } from './kinds/text.ts'

// A recycle bin holds the removed records of one entity. It is a resource of its own with a list, an action that
// restores and an action that deletes for good.

/** Days during which a removed record can be restored. After that the server deletes it for good. */
export const binDays = 30

/** When and by whom a record was removed, and when it will be deleted for good. */
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
  /**
   * Who may read the list. Restoring and purging have rights of their own, which may demand a reason or the password.
   */
  list: W
  row: R
  filters: FS
  sortable: readonly [S, ...S[]]
  restore: RegisteredCapability
  purge: RegisteredCapability
  /** Optional fields that the dialog asks for before a record is restored. */
  ask: A
  /** Schema of the answer to the restore call. */
  restoreAnswer: () => O
}

/** The three calls of a recycle bin: list, restore and purge. `root` is the path of the entity's own calls. */
export const binCalls = <
  const W extends Who,
  R extends z.ZodType,
  FS extends Filters,
  const S extends keyof z.output<R> & string,
  const A extends Fields,
  O extends z.ZodType,
>(
  root: `/${string}`,
  { list, row, filters, sortable, restore, purge, ask, restoreAnswer }: BinOptions<W, R, FS, S, A, O>,
) => ({
  page: pagedCall(`${root}/recycled`, list, { row, filters, sortable }, { isAddition: true }),
  restore: postCall(`${root}/restore/{id}`, restore, () => inputSchema(ask).extend({ id }), restoreAnswer, {
    isAddition: true,
  }),
  /** Deletes a record of the bin for good. The log keeps the entry that it existed. */
  purge: deleteCall(
    `${root}/purge/{id}`,
    purge,
    () => z.strictObject({ id }),
    () => emptyAnswer,
    { isAddition: true },
  ),
})

type Row = { id: number }

/** The two actions of a recycle bin. `restoreText` and `purgeText` are the sentences of their dialogs. */
export const binActions = (texts: { ask: Fields; restoreText: string; purgeText: string }) => {
  const { ask, restoreText, purgeText } = texts
  const restore: Action<Row, 'restore'> = {
    call: 'restore',
    label: '还原',
    on: ['row', 'bulk'],
    confirm: restoreText,
    input: row => ({ id: row.id }),
    ...(Object.keys(ask).length > 0 && { ask }),
  }
  const purge: Action<Row, 'purge'> = {
    call: 'purge',
    label: '彻底删除',
    on: ['row', 'bulk'],
    confirm: purgeText,
    input: row => ({ id: row.id }),
    isDanger: true,
  }
  return { restore, purge }
}
