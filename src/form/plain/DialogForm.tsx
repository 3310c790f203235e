import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'

import { Button } from '../../ui/Button.tsx'
import { DialogFoot } from '../../ui/dialog/DialogFoot.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { FieldForm } from './FieldForm.tsx'
import type { KeptFormState } from '../drafts/useKeptForm.tsx'
import type { FieldFormState } from './useFieldForm.ts'

type Props = {
  form: Pick<FieldFormState, 'methods' | 'isSubmitting' | 'failure' | 'submit'> &
    Partial<Pick<KeptFormState, 'draftOffer' | 'keep'>>
  title: string
  submitLabel: string
  /** Label of the submit button while the request is running. */
  busyLabel: string
  isDanger?: boolean | undefined
  /** Whether a task that the form started is still running after the form was submitted. */
  isRunning?: boolean
  onClose: () => void
  /** Cancels the running task. */
  onStop?: (() => void) | undefined
  children: ReactNode
}

/** Dialog with a form; it cannot be closed while the request is running. */
export const DialogForm = ({ form, title, submitLabel, isDanger, onClose, onStop, ...props }: Props) => {
  const { busyLabel, isRunning = false, children } = props
  const translate = useTranslate()
  const isBusy = isRunning || form.isSubmitting
  const close = () => {
    form.keep?.()
    onClose()
  }
  return (
    <Dialog title={title} onClose={isBusy ? undefined : close}>
      <FieldForm form={form}>
        <div className="dialog-content">
          {children}
          {form.failure && (
            <p className="field-error" role="alert">
              {form.failure}
            </p>
          )}
        </div>
        <DialogFoot>
          {isRunning && onStop ? (
            <Button onClick={onStop}>{translate('取消%{submitLabel}', { submitLabel })}</Button>
          ) : (
            <Button disabled={isBusy} onClick={close}>
              {translate('取消')}
            </Button>
          )}
          <Button type="submit" look={isDanger ? 'danger' : 'primary'} disabled={isBusy}>
            {isBusy ? busyLabel : submitLabel}
          </Button>
        </DialogFoot>
      </FieldForm>
    </Dialog>
  )
}
