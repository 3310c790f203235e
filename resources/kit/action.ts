import type { Fields } from './field.ts'
import type { RegisteredCapability } from './registered.ts'

/** A button for a declared call. Whether the user may press it follows from the right of that call. */
export type Action<R = never, C extends string = string> = {
  call: C
  /**
   * A second capability that the user must hold, where the call also serves callers who may not do this. The server
   * checks it too.
   */
  needs?: RegisteredCapability
  label: string
  /** The places of the button. `list` means above the list, without a record. */
  on: readonly ('row' | 'bulk' | 'detail' | 'list')[]
  /**
   * The button is shown only for records for which this returns true. The server refuses the call for other records
   * with code 4091.
   */
  when?: (record: R) => boolean
  /** Fields that a dialog asks for before the call; their values are sent with the input. */
  ask?: Fields
  /** A sentence for the dialog that explains more than the label does. */
  confirm?: string
  /**
   * For an action above the list: the call, without input, that answers as `count` how many the action concerns, and
   * the sentences with `%{count}` that say so before and, with the `count` of the action's answer, after.
   */
  concerns?: { call: C; before: string; after: string }
  /** True for a decision that is sent only after ten seconds, until when it can be taken back. */
  isDelayed?: true
  /** Makes the call's input from a record; the answers of the dialog are added to it. */
  input: (record: R) => object
  /** The name of a value in the answer that is shown to the user once, so that he can copy it. */
  shows?: 'initialPassword' | 'secret'
  /**
   * Replaces the dialog that asks before the call: `download` exports the filtered list, `devices` lists sessions,
   * `viewAs` opens the product as the person, `apiToken` makes a token and shows it once, `webhookTest` sends a test and shows the answer,
   * `previewLink` makes a link and shows its address once.
   */
  dialog?: 'download' | 'devices' | 'viewAs' | 'apiToken' | 'webhookTest' | 'previewLink'
  /**
   * Name of the action that undoes this one and asks for nothing but a reason: one of the same entity, or `entity.action`
   * of another one, such as restoring from its recycle bin.
   */
  undo?: string
  isDanger?: true
  /** True if it makes a record: the filled button above the list, which an empty list offers too. */
  isCreation?: true
}
