import type { RegisteredCapability } from './registered.ts'
import type { Action } from './action.ts'

type Options<I extends string, F extends string, C extends string> = {
  call: C
  /** The fields that tell the record to the call. */
  ids: readonly [I, ...I[]]
  /** The field that is turned over. */
  field: F
  /** Its values after the first and after the second action; 1 and 0 where absent. */
  values?: readonly [string | number, string | number]
  /** The call takes the value by this name and no version: a mark of its own, harmless when set twice. */
  parameter?: 'to'
  needs?: RegisteredCapability
  on?: Action['on']
  /** Where the product says it with other words. */
  labels?: readonly [string, string]
  /** The sentence of the dialog before the second action. */
  confirm?: string
}
type Row<I extends string, F extends string> = Readonly<
  Record<I, number> & Record<F, string | number | null | undefined> & { version: number }
>

/** Two actions that undo each other, under their names in `actions`: each is offered where the other has been done. */
const pair =
  <const A extends string, const B extends string>(
    first: readonly [name: A, label: string],
    second: readonly [name: B, label: string],
  ) =>
  <const I extends string, const F extends string, const C extends string>(options: Options<I, F, C>) => {
    const {
      call,
      ids,
      field,
      values = [1, 0],
      parameter,
      needs,
      on = ['row', 'bulk'],
      labels,
      confirm,
    } = options
    const actionOf = ([, label]: typeof first | typeof second, index: 0 | 1): Action<Row<I, F>, C> => ({
      call,
      label: labels?.[index] ?? label,
      on,
      when: record => record[field] === values[1 - index],
      input: record => ({
        ...Object.fromEntries(ids.map(id => [id, record[id]])),
        ...(parameter ? { [parameter]: values[index] } : { [field]: values[index], version: record.version }),
      }),
      ...(needs && { needs }),
      ...(index === 1 && confirm !== undefined && { confirm }),
    })
    type Pair = { [K in A | B]: Action<Row<I, F>, C> }
    return { [first[0]]: actionOf(first, 0), [second[0]]: actionOf(second, 1) } as Pair
  }

/** The pair of actions that switch a record on and off. */
export const enabling = pair(['enable', '启用'], ['disable', '停用'])
/** Not `show`, which is react-admin's name for the page about one record. */
export const showing = pair(['unhide', '显示'], ['hide', '隐藏'])
/** The pair of actions that put a record first in its list and take it back. */
export const topping = pair(['top', '置顶'], ['untop', '取消置顶'])
