import { useTranslate } from 'ra-core'
import { type FormEvent, useMemo, useState } from 'react'
import { type FieldValues, useForm } from 'react-hook-form'
import type { z } from 'zod'

import { sentenceOf } from '../../providers/envelope.ts'
import type { FieldErrors } from '../../resources/domain/codes.ts'
import { type Fields, fromKeys, inputOf } from '../../resources/kit/index.ts'
import type { Sentence, Translate } from '../../resources/kit/translate.ts'
import { resolverOf } from '../fields/resolver.ts'
import { fieldErrorsOf } from './failure.ts'

/** The values as the form passes them to `onSubmit`. */
type Written<F extends Fields> = z.output<ReturnType<typeof inputOf<F>>>

type Options<F extends Fields> = {
  /** Initial values of the fields; null for empty ones. */
  initial?: { [K in keyof F]?: unknown }
  /** Answers what is wrong with which field, or rejects with what the server says. */
  onSave: (values: Written<F>) => Promise<FieldErrors | void>
  /** Why the form is there again, where something went wrong at a later step. */
  initialFailure?: Sentence | undefined
  /** How an error reads that belongs to no field. */
  say?: (error: unknown, translate: Translate) => string
}

/** A form of fields that is sent at once and keeps no draft: errors stand at their fields, the first one has the focus. */
export const useFieldForm = <F extends Fields>(
  fields: F,
  { initial, onSave, initialFailure, say = sentenceOf }: Options<F>,
) => {
  const translate = useTranslate()
  const resolver = useMemo(() => resolverOf(fields), [fields])
  const methods = useForm<FieldValues>({
    resolver,
    defaultValues: { ...fromKeys(Object.keys(fields), () => null), ...initial },
  })
  const { handleSubmit, setError, formState } = methods
  // Worded when it is drawn, so that it follows a change of the language: react-hook-form's root error holds text alone.
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
      // As the form's resolver has made them; react-hook-form does not carry their type through.
      const errors = await onSave({ ...values, ...inputOf(fields).strip().parse(values) })
      if (errors) showErrors(errors)
    } catch (error) {
      const errors = fieldErrorsOf(error) ?? {}
      if (showErrors(errors)) return
      const [homeless] = Object.values(errors)
      setFailure({ sentence: translate => (homeless ? translate(homeless) : say(error, translate)) })
    }
  }
  return {
    methods,
    isSubmitting: formState.isSubmitting,
    failure: failure?.sentence(translate) ?? '',
    showErrors,
    submit: (event: FormEvent) => {
      event.preventDefault()
      // React lets it rise out of a dialog into the form of the page.
      event.stopPropagation()
      if (!formState.isSubmitting) void handleSubmit(save)(event)
    },
  }
}

export type FieldFormState = ReturnType<typeof useFieldForm>
