import { type RefObject, useEffect, useEffectEvent } from 'react'

import { formInput } from './formInputs.ts'
import type { EarlyAction } from '../beforePage.ts'

type Form = RefObject<HTMLFormElement | null>

/** Values of the sign-in form, kept while registration or recovery replaces it. */
export type SignInValues = { account: string; password: string; isRemembered: boolean }

const inputsOf = (form: HTMLFormElement) => ({
  account: formInput(form, 'account'),
  password: formInput(form, 'password'),
  remember: formInput(form, 'remember'),
})

export const readSignInValues = (form: HTMLFormElement): SignInValues => {
  const { account, password, remember } = inputsOf(form)
  return { account: account.value, password: password.value, isRemembered: remember.checked }
}

const fillForm = (form: HTMLFormElement, keptValues: SignInValues) => {
  const { account, password, remember } = inputsOf(form)
  account.value = keptValues.account
  password.value = keptValues.password
  remember.checked = keptValues.isRemembered
}

/** Whether the user has typed or focused a field before the code was loaded. */
export const hasUserInput = (form: HTMLFormElement) => {
  const { account, password } = readSignInValues(form)
  return form.contains(document.activeElement) || account !== '' || password !== ''
}

/** Restores the kept values and focuses the heading; a form that was prerendered keeps its state. */
export const useSignInFormStart = (form: Form, keptValues: SignInValues | null, onBegin: () => void) => {
  const initialise = useEffectEvent((element: HTMLFormElement, signal: AbortSignal) => {
    if (keptValues) {
      fillForm(element, keptValues)
      window.scrollTo(0, 0)
      element.querySelector('h1')?.focus()
    }
    // Not on phones, where the keyboard would cover half of the page.
    else if (document.activeElement === document.body && window.matchMedia('(pointer: fine)').matches)
      inputsOf(element).account.focus()
    // Registered after our own focus call, so that only the user's actions start loading further code.
    for (const type of ['focusin', 'keydown']) element.addEventListener(type, onBegin, { once: true, signal })
  })
  useEffect(() => {
    const control = new AbortController()
    initialise(form.current!, control.signal)
    return () => control.abort()
  }, [form])
}

const replayAction = (action: EarlyAction) => {
  if (action.type === 'click') return action.element.click()
  action.element.value = action.value
  action.element.dispatchEvent(new Event('change', { bubbles: true }))
}

const replayAll = async () => {
  for (const action of window.takeEarlyActions?.() ?? []) {
    replayAction(action)
    // Lets React render the effect of one action before the next is replayed.
    await Promise.resolve()
  }
}

/** Replays clicks and choices that were made before the code was loaded. */
export const useEarlyActions = () => useEffect(() => void replayAll(), [])
