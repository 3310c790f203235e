import type { Fields } from './field.ts'
import type { RegisteredCapability } from './registered.ts'

/** A button: where it stands, when it is offered, what it asks, which call it makes. Rights are the call's. */
export type Action<R = never, C extends string = string> = {
  call: C
  /** A further right, where the call alone serves callers who may not do this; the server checks it too. */
  needs?: RegisteredCapability
  label: string
  /** `list`: above the list, about no record. */
  on: readonly ('row' | 'bulk' | 'detail' | 'list')[]
  /** Offered only then; the server refuses the call otherwise (4091). */
  when?: (record: R) => boolean
  /** Fields asked for in a dialog before the call. */
  ask?: Fields
  /** The sentence of the dialog, where it should say more than the label. */
  confirm?: string
  /** What is sent for a record, besides the answers. */
  input: (record: R) => object
  /** The name of a value in the answer that the user sees this once, to copy it. */
  shows?: 'initialPassword'
  /** Replaces the dialog that asks and then makes the call: `download` exports the filtered list, `devices` lists sessions. */
  dialog?: 'download' | 'devices'
  isDanger?: true
}
