import { Form, useTranslate } from 'ra-core'
import { type ReactNode, useMemo } from 'react'
import { type FieldValues, useFormState } from 'react-hook-form'

import type { Fields } from '../../../resources/kit/index.ts'
import { Input } from '../../fields/inputs.tsx'
import { initialOf } from '../../fields/kinds.tsx'
import { resolverOf } from '../../fields/resolver.ts'
import { Button } from '../../shell/Button.tsx'
import { Dialog } from '../../shell/Dialog.tsx'

type FootProps = {
  submitLabel: string
  isDanger?: boolean | undefined
  /** While it runs, the dialog stays and its fields rest. */
  isRunning: boolean
  onClose: () => void
  /** Of a run that can be given up. */
  onStop?: () => void
}

const Foot = ({ submitLabel, isDanger, isRunning, onClose, onStop }: FootProps) => {
  const translate = useTranslate()
  const { isSubmitting } = useFormState()
  const isBusy = isRunning || isSubmitting
  return (
    <footer className="dialog-foot">
      {isRunning && onStop ? (
        <Button onClick={onStop}>{translate('取消%{submitLabel}', { submitLabel })}</Button>
      ) : (
        <Button disabled={isBusy} onClick={onClose}>
          {translate('取消')}
        </Button>
      )}
      <Button type="submit" look={isDanger ? 'danger' : 'primary'} disabled={isBusy}>
        {isBusy ? translate('处理中…') : submitLabel}
      </Button>
    </footer>
  )
}

type Props = FootProps & {
  title: string
  /** What will happen; above the fields. */
  text: ReactNode
  fields: Fields
  /** What the fields hold at first, where that is not what their kind begins with. */
  initial?: Readonly<Record<string, unknown>>
  onSubmit: (values: object) => void
  /** How it goes, and what went wrong; below the fields. */
  children: ReactNode
}

/** A dialog that says what will happen, and asks for what that needs. */
export const FormDialog = ({ title, text, fields, initial, onSubmit, children, ...foot }: Props) => {
  const resolver = useMemo(() => resolverOf(fields), [fields])
  const defaultValues = useMemo(() => {
    const byKind = Object.entries(fields).map(([name, field]) => [name, initialOf(field)] as const)
    return { ...Object.fromEntries(byKind), ...initial }
  }, [fields, initial])
  return (
    <Dialog title={title} onClose={foot.isRunning ? undefined : foot.onClose}>
      <Form
        defaultValues={defaultValues}
        resolver={resolver}
        noValidate
        disableInvalidFormNotification
        onSubmit={(values: FieldValues) => onSubmit(values)}
      >
        <div className="dialog-content">
          {text && <p>{text}</p>}
          {Object.entries(fields).map(([name, field]) => (
            <Input key={name} field={field} source={name} isDisabled={foot.isRunning} />
          ))}
          {children}
        </div>
        <Foot {...foot} />
      </Form>
    </Dialog>
  )
}
