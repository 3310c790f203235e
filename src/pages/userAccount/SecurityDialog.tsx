import { type ReactNode, useMemo, useState } from 'react'
import type { z } from 'zod'
import { FormProvider, useForm, useFormContext, type FieldValues } from 'react-hook-form'

import { PasswordField } from '../../account/PasswordField.tsx'
import { CallError, sentenceOf } from '../../../providers/envelope.ts'
import type { FieldErrors } from '../../../resources/domain/codes.ts'
import { type Fields, inputOf } from '../../../resources/kit/index.ts'
import { Dialog } from '../../layout/Dialog.tsx'
import { resolverOf } from '../../fields/resolver.ts'
import { useTranslate } from '../../i18n/useTranslate.ts'

/** As the form of these fields hands it on. */
export type Written<F extends Fields> = z.output<ReturnType<typeof inputOf<F>>>

type Props<F extends Fields> = {
  title: string
  /** What the change brings about. */
  text: string
  fields: F
  /** The field to which a code that is wrong or too old belongs (4002 names none). */
  codeField?: string
  onClose: () => void
  /** Rejects with what the server says against it. */
  onSave: (values: Written<F>) => Promise<void>
  children: ReactNode
}

/** Several fields of one form may be wrong at once; the first gets the focus. */
const wrongIn = (error: unknown, codeField: string | undefined): FieldErrors => {
  if (!(error instanceof CallError)) return {}
  if (error.code === '4002' && codeField) return { [codeField]: error.message }
  return error.body.errors ?? {}
}

/** A change of what opens the account: proved by the password, wrong values marked where they stand. */
export const SecurityDialog = <F extends Fields>({ title, text, fields, ...props }: Props<F>) => {
  const translate = useTranslate()
  const { codeField, onClose, onSave, children } = props
  const resolver = useMemo(() => resolverOf(fields), [fields])
  const form = useForm({
    resolver,
    defaultValues: Object.fromEntries(Object.keys(fields).map(it => [it, null])),
  })
  const { isSubmitting } = form.formState
  const [failure, setFailure] = useState('')
  const save = async (values: FieldValues) => {
    setFailure('')
    try {
      // As the form's resolver has made them; react-hook-form does not carry their type through.
      await onSave(inputOf(fields).parse(values))
    } catch (error) {
      const wrong = Object.entries(wrongIn(error, codeField)).filter(([name]) => name in fields)
      for (const [index, [name, message]] of wrong.entries())
        form.setError(name, { type: 'server', message }, { shouldFocus: index === 0 })
      if (wrong.length === 0) setFailure(sentenceOf(error))
    }
  }
  return (
    <Dialog title={title} onClose={isSubmitting ? undefined : onClose}>
      <FormProvider {...form}>
        <form noValidate onSubmit={event => void form.handleSubmit(save)(event)}>
          <div className="dialog-content">
            <p>{text}</p>
            {children}
            <OwnPassword />
            <p className="field-error" role="alert">
              {failure}
            </p>
          </div>
          <footer className="dialog-foot">
            <button type="button" className="button" disabled={isSubmitting} onClick={onClose}>
              {translate('取消')}
            </button>
            <button type="submit" className="button button-primary" disabled={isSubmitting}>
              {isSubmitting ? translate('保存中…') : translate('保存')}
            </button>
          </footer>
        </form>
      </FormProvider>
    </Dialog>
  )
}

const OwnPassword = () => {
  const translate = useTranslate()
  const { register, formState } = useFormContext<{ password: string }>()
  return (
    <PasswordField
      label={translate('登录密码')}
      registered={register('password')}
      error={formState.errors.password?.message}
      autoComplete="current-password"
    />
  )
}
