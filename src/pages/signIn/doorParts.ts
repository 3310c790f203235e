import { make } from './elements.ts'
import { translate } from '../../../resources/kit/translate.ts'

import './door.css'

/** Which step of how many, and what it is about. */
export const stepHead = (title: string, step: number, of: number) => [
  make(
    'p',
    { class: 'step-count', 'data-step': `${step}/${of}` },
    translate('第 %{step} 步，共 %{of} 步', { step, of }),
  ),
  make('h1', { tabindex: '-1' }, title),
]

export const linkButton = (label: string, onClick: () => void) => {
  const button = make('button', { type: 'button', class: 'text-link' }, label)
  button.addEventListener('click', onClick)
  return button
}

const primaryButton = (label: string, onClick: () => void) => {
  const button = make('button', { type: 'button', class: 'primary' }, label)
  button.addEventListener('click', onClick)
  return button
}

type Tone = 'good' | 'waiting' | 'bad' | 'info'
type Outcome = {
  tone: Tone
  title: string
  text: readonly (Node | string)[]
  /** The one thing to do next. */
  action?: readonly [label: string, onClick: () => void]
  further?: readonly Node[]
}

/** How an application or an account stands. */
export const outcome = ({ tone, title, text, action, further = [] }: Outcome) => [
  make('p', { class: `outcome-mark is-${tone}`, 'aria-hidden': 'true' }),
  make('h1', { tabindex: '-1' }, title),
  make('div', { class: 'outcome-text', role: 'status' }, ...text),
  ...(action ? [primaryButton(...action)] : []),
  make('p', { class: 'between ways' }, ...further),
]

/** A door, whose content follows its steps. */
export const doorOf = () => {
  const section = make('section', { class: 'sign-in-form door' })
  const show = (...content: readonly Node[]) => {
    section.replaceChildren(...content)
    if (!section.isConnected) return
    window.scrollTo(0, 0)
    section.querySelector('h1')?.focus()
  }
  return { section, show }
}
