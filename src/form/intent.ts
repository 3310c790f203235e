import type { ReactNode } from 'react'

import type { FieldErrors } from '../../resources/domain/codes.ts'
import type { AnyRecord } from '../../resources/kit/index.ts'
import type { Translate } from '../../resources/kit/translate.ts'

export type Values = Readonly<Record<string, unknown>>

/** Writes values upon `base`, or a new record where that is null; answers the record as it then is, and rejects otherwise. */
export type Send = (values: Values, base: AnyRecord | null) => Promise<AnyRecord>

/** A purpose for which a form is saved: its button, what is sent besides the values, and what follows. */
export type Intent = {
  /** Unique within the form. */
  name: string
  label: string
  /** The label while it runs and after it failed; 处理中… and `label` by default. */
  busyLabel?: string
  retryLabel?: string
  /** Filled; one of the form's intents. */
  isPrimary?: boolean
  /** In the menu 更多, as long as another intent has a button. */
  isInMenu?: boolean
  /** Enter and Ctrl+S run this one. */
  isDefault?: boolean
  /** Runs although nothing was changed; nothing is sent then unless there is `input`, nor looked at unless there is `check`. */
  needsNoChange?: boolean
  input?: Values
  /** What is wrong for this purpose only, by field; asked before anything is sent. */
  check?: (values: Values) => FieldErrors
  /** A dialog that has to be confirmed before anything is sent. */
  ask?: (values: Values, answer: { onConfirm: () => void; onClose: () => void }) => ReactNode
  /**
   * Runs once the record is saved. It may return a record that was read anew, which the form then continues with; what it
   * throws is shown as if it came from saving.
   */
  onSaved: (saved: AnyRecord, base: AnyRecord | null) => Promise<AnyRecord | void> | AnyRecord | void
}

/** 保存, the filled one unless another is. */
export const saveIntent = (translate: Translate, onSaved: Intent['onSaved'], isPrimary = true): Intent => ({
  name: 'save',
  label: translate('保存'),
  busyLabel: translate('保存中…'),
  retryLabel: translate('重试'),
  isPrimary,
  isDefault: true,
  onSaved,
})
