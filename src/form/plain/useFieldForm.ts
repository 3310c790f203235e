import { useTranslate } from 'ra-core'
import { type FormEvent, useMemo, useState } from 'react'
import { type FieldValues, useForm } from 'react-hook-form'
import type { z } from 'zod'

import { errorSentence } from '../../../providers/envelope.ts'
import type { FieldErrors } from '../../../resources/domain/codes.ts'
import { type Fields, fromKeys, inputSchema } from '../../../resources/kit/index.ts'
import type { Sentence, Translate } from '../../../resources/kit/translate.ts'
import { resolverOf } from '../../fields/resolver.ts'
import { fieldErrorsFrom } from '../saving/failure.ts'

/** Parsed values of the form, as passed to `onSave`. */
type FieldFormValues<F extends Fields> = z.output<ReturnType<typeof inputSchema<F>>>

export type FieldFormOptions<F extends Fields> = {
  /** Initial values of the fields; null for empty ones. */
  initial?: { [K in keyof F]?: unknown }
  /** Sends the values. Resolves to field errors, if any, or rejects with the server's error. */
  onSave: (values: FieldFormValues<F>) => Promise<FieldErrors | void>
  /** Message to start with, if a later step failed and the user came back to this form. */
  initialFailure?: Sentence | undefined
  /** Formats an error that belongs to no field. */
  say?: (error: unknown, translate: Translate) => string
}

/**
 * State of a form that is sent at once and keeps no draft. Errors appear at their fields; the first one gets the
 * focus.
 */
export const useFieldForm = <F extends Fields>(
  fields: F,
  { initial, onSave, initialFailure, say: errorText = errorSentence }: FieldFormOptions<F>,
) => {
  const translate = useTranslate()
  const resolver = useMemo(() => resolverOf(fields), [fields])
  const methods = useForm<FieldValues>({
    resolver,
    defaultValues: { ...fromKeys(Object.keys(fields), () => null), ...initial },
  })
  const { handleSubmit, setError, formState } = methods
  // Stored as a function that translates while rendering, so that it follows a change of the language:
  // react-hook-form's root error holds plain text only.
  const [failure, setFailure] = useState(initialFailure ? { sentence: initialFailure } : null)
  /** Shows errors at their fields; returns whether the form contains any of these fields. */
  const showErrors = (errors: FieldErrors) => {
    const wrong = Object.entries(errors).filter(([name, message]) => name in fields && message !== '')
    for (const [index, [name, message]] of wrong.entries())
      setError(name, { type: 'server', message }, { shouldFocus: index === 0 })
    return wrong.length > 0
  }
  const save = async (values: FieldValues) => {
    setFailure(null)
    try {
      // Parsed again only for its type: the resolver has parsed the values already, but react-hook-form loses their
      // type.
      const errors = await onSave({ ...values, ...inputSchema(fields).strip().parse(values) })
      if (errors) showErrors(errors)
    } catch (error) {
      const errors = fieldErrorsFrom(error) ?? {}
      if (showErrors(errors)) return
      const [unmatchedMessage] = Object.values(errors)
      setFailure({
        sentence: translate => (unmatchedMessage ? translate(unmatchedMessage) : errorText(error, translate)),
      })
    }
  }
  return {
    methods,
    isSubmitting: formState.isSubmitting,
    failure: failure?.sentence(translate) ?? '',
    showErrors,
    submit: (event: FormEvent) => {
      event.preventDefault()
      // React bubbles the event from a dialog's portal into the form of the page.
      event.stopPropagation()
      if (!formState.isSubmitting) void handleSubmit(save)(event)
    },
  }
}

export type FieldFormState = ReturnType<typeof useFieldForm>
