import { CallError } from '../../../providers/envelope.ts'
import type { FieldErrors } from '../../../resources/domain/codes.ts'
import { make } from './elements.ts'
import { signInErrorMessage } from './errorMessage.ts'
import type { FormField } from './formField.ts'
import { guardComposition } from './guardComposition.ts'

type Options = {
  /** By the names under which the server speaks of them. */
  fields: Readonly<Record<string, Pick<FormField, 'control' | 'setError'>>>
  content: readonly Node[]
  /** Of the one filled button. */
  label: string
  /** Answers what is wrong, or nothing when the step is done; rejects with what the server says. */
  onSubmit: () => Promise<FieldErrors | void>
}

/** One step of registration or recovery: what is wrong stands at its field, and the first of them has the focus. */
export const stepForm = ({ fields, content, label, onSubmit }: Options) => {
  const line = make('p', { class: 'error', role: 'alert' })
  const button = make('button', { type: 'submit', class: 'primary' }, label)
  const form = make('form', { novalidate: true }, ...content, line, button)
  const showErrors = (errors: FieldErrors) => {
    const wrong = Object.entries(fields).filter(([name]) => errors[name])
    for (const [name, { setError }] of Object.entries(fields)) setError(errors[name] ?? '')
    const homeless = Object.entries(errors).find(([name]) => !(name in fields))?.[1]
    line.textContent = homeless ?? ''
    wrong[0]?.[1].control.focus()
  }
  const refuse = (error: unknown) => {
    const errors = error instanceof CallError ? error.body.errors : undefined
    if (errors && Object.keys(errors).length > 0) return showErrors(errors)
    line.textContent = signInErrorMessage(error, true)
  }
  let isBusy = false
  const submit = async () => {
    isBusy = true
    showErrors({})
    button.setAttribute('aria-disabled', 'true')
    try {
      const errors = await onSubmit()
      if (errors) showErrors(errors)
    } catch (error) {
      refuse(error)
    } finally {
      isBusy = false
      button.setAttribute('aria-disabled', 'false')
    }
  }
  form.addEventListener('submit', event => {
    event.preventDefault()
    if (!isBusy) void submit()
  })
  guardComposition(form)
  return { form, showErrors, line }
}
