import type { RegisteredCapability } from './registered.ts'
import type { Action } from './action.ts'

type Options<I extends string, F extends string, C extends string> = {
  call: C
  /** Names of the fields that identify the record in the call's input. */
  ids: readonly [I, ...I[]]
  /** Name of the field that the two actions change. */
  field: F
  /** Values of the field after the first and after the second action; 1 and 0 by default. */
  values?: readonly [string | number, string | number]
  /**
   * Name of the call's parameter for the new value. Such a call takes no version, because setting the value twice
   * does no harm.
   */
  parameter?: 'to'
  needs?: RegisteredCapability
  on?: Action['on']
  /** Labels that replace the usual two. */
  labels?: readonly [string, string]
  /** A sentence for the dialog that is shown before the second action. */
  confirm?: string
}
type Row<I extends string, F extends string> = Readonly<
  Record<I, number> & Record<F, string | number | null | undefined> & { version: number }
>

/**
 * Defines two actions that undo each other. Each is offered only while the field has the value that the other one
 * sets.
 */
const defineActionPair =
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
      undo: index === 0 ? second[0] : first[0],
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

/** The two actions 启用 and 停用, which set a field such as `enabled`. */
export const enableDisableActions = defineActionPair(['enable', '启用'], ['disable', '停用'])
/**
 * The two actions 显示 and 隐藏. The first is named `unhide` because `show` is react-admin's name for the page of one
 * record.
 */
export const showHideActions = defineActionPair(['unhide', '显示'], ['hide', '隐藏'])
/** The two actions 置顶 and 取消置顶, which put a record first in its list and take it back. */
export const pinUnpinActions = defineActionPair(['top', '置顶'], ['untop', '取消置顶'])
