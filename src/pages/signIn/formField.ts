import { make } from './elements.ts'
import { setUpPasswordToggle } from './passwordToggle.ts'
import { translate } from '../../../resources/kit/translate.ts'

type Control = HTMLInputElement | HTMLSelectElement

/** A control with its label, its hint and the sentence that says what is wrong with it. */
export type FormField<C extends Control = Control> = {
  row: HTMLElement
  control: C
  /** An empty sentence: nothing is wrong. */
  setError: (sentence: string) => void
}

type Options = { hint?: string; isOptional?: boolean }

/** `beside` stands in one line with the control, in a box of that class. */
type Beside = { className: string; element: HTMLElement }

const frame = <C extends Control>(
  control: C,
  label: string,
  { hint, isOptional, beside }: Options & { beside?: Beside },
): FormField<C> => {
  const { id } = control
  const error = make('p', { class: 'field-wrong', id: `${id}-error`, hidden: true })
  const note = hint ? [make('p', { class: 'field-note', id: `${id}-hint` }, hint)] : []
  const described = [...note, error].map(it => it.id).join(' ')
  control.setAttribute('aria-describedby', described)
  const mark = isOptional ? [make('small', {}, translate('（选填）'))] : []
  const line = beside ? make('div', { class: beside.className }, control, beside.element) : control
  const row = make(
    'div',
    { class: 'field' },
    make('label', { for: id }, label, ...mark),
    line,
    ...note,
    error,
  )
  const setError = (sentence: string) => {
    error.textContent = sentence
    error.hidden = sentence === ''
    if (sentence) control.setAttribute('aria-invalid', 'true')
    else control.removeAttribute('aria-invalid')
  }
  control.addEventListener('input', () => setError(''))
  return { row, control, setError }
}

type InputOptions = Options & { attributes?: Readonly<Record<string, string>>; beside?: Beside }

export const inputField = (id: string, label: string, { attributes, ...options }: InputOptions = {}) =>
  frame(
    make('input', { id, name: id, autocapitalize: 'none', spellcheck: 'false', ...attributes }),
    label,
    options,
  )

type Choice = readonly [value: string, label: string]

/** The phone's own list: no wheel or sheet of ours is as quick with one thumb. */
export const selectField = (id: string, label: string, choices: readonly Choice[], options: Options = {}) => {
  const select = make(
    'select',
    { id, name: id },
    make('option', { value: '' }, translate('请选择')),
    ...choices.map(([value, text]) => make('option', { value }, text)),
  )
  return frame(select, label, options)
}

/** A new password, which can be looked at instead of being typed twice. */
export const newPasswordField = (id: string, label: string, hint: string) => {
  const button = make(
    'button',
    { type: 'button', 'aria-pressed': 'false', 'aria-label': translate('显示%{label}', { label }) },
    translate('显示'),
  )
  const field = inputField(id, label, {
    attributes: { type: 'password', autocomplete: 'new-password', maxlength: '128' },
    beside: { className: 'with-button', element: button },
    hint,
  })
  setUpPasswordToggle(field.control, button, label)
  return field
}
