import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'

import { Button } from '../shell/Button.tsx'
import { Dialog } from '../shell/Dialog.tsx'
import { FieldForm } from './FieldForm.tsx'
import type { FieldFormState } from './useFieldForm.ts'

type Props = {
  form: Pick<FieldFormState, 'methods' | 'isSubmitting' | 'failure' | 'submit'>
  title: string
  submitLabel: string
  /** The label while it runs. */
  busyLabel: string
  isDanger?: boolean | undefined
  /** What the form has started still runs, after the form itself was submitted. */
  isRunning?: boolean
  onClose: () => void
  /** Gives up what runs. */
  onStop?: (() => void) | undefined
  children: ReactNode
}

/** A dialog that asks for something and sends it; while that runs the dialog stays. */
export const DialogForm = ({ form, title, submitLabel, isDanger, onClose, onStop, ...props }: Props) => {
  const { busyLabel, isRunning = false, children } = props
  const translate = useTranslate()
  const isBusy = isRunning || form.isSubmitting
  return (
    <Dialog title={title} onClose={isBusy ? undefined : onClose}>
      <FieldForm form={form}>
        <div className="dialog-content">
          {children}
          {form.failure && (
            <p className="field-error" role="alert">
              {form.failure}
            </p>
          )}
        </div>
        <footer className="dialog-foot">
          {isRunning && onStop ? (
            <Button onClick={onStop}>{translate('取消%{submitLabel}', { submitLabel })}</Button>
          ) : (
            <Button disabled={isBusy} onClick={onClose}>
              {translate('取消')}
            </Button>
          )}
          <Button type="submit" look={isDanger ? 'danger' : 'primary'} disabled={isBusy}>
            {isBusy ? busyLabel : submitLabel}
          </Button>
        </footer>
      </FieldForm>
    </Dialog>
  )
}
