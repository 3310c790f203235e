import type { ReactNode } from 'react'

import type { FieldErrors } from '../../../resources/domain/codes.ts'
import type { AnyRecord } from '../../../resources/kit/index.ts'
import type { Translate } from '../../../resources/kit/translate.ts'

export type FormValues = Readonly<Record<string, unknown>>

/**
 * Saves the values: updates `base`, or creates a record if it is null. Resolves to the saved record, rejects on
 * failure.
 */
export type Send = (values: FormValues, base: AnyRecord | null) => Promise<AnyRecord>

/**
 * One way to save a form, such as 保存 or 提交审核: its button, additional input, checks, and what happens after saving.
 */
export type Intent = {
  /** Unique within the form. */
  name: string
  label: string
  /** Labels while it runs and after a failure; 处理中… and `label` by default. */
  busyLabel?: string
  retryLabel?: string
  /** Whether its button is filled; at most one intent of a form has it. */
  isPrimary?: boolean
  /** Whether it stands in the menu 更多; ignored if no other intent has a button. */
  isInMenu?: boolean
  /** Whether Enter and Ctrl+S run it. */
  isDefault?: boolean
  /**
   * Whether it can run without changes. Nothing is sent then unless there is `input`; values are validated only if
   * there is `check`.
   */
  needsNoChange?: boolean
  input?: FormValues
  /** Additional validation for this intent, by field; runs before anything is sent. */
  check?: (values: FormValues) => FieldErrors
  /** Dialog that the user has to confirm before anything is sent. */
  ask?: (values: FormValues, answer: { onConfirm: () => void; onClose: () => void }) => ReactNode
  /**
   * Runs after the record was saved. It may return a record that it read again, which the form then continues with. An
   * error it throws is shown like an error of saving.
   */
  onSaved: (saved: AnyRecord, base: AnyRecord | null) => Promise<AnyRecord | void> | AnyRecord | void
}

/** The intent 保存, as the primary button by default. */
export const saveIntent = (translate: Translate, onSaved: Intent['onSaved'], isPrimary = true): Intent => ({
  name: 'save',
  label: translate('保存'),
  busyLabel: translate('保存中…'),
  retryLabel: translate('重试'),
  isPrimary,
  isDefault: true,
  onSaved,
})
