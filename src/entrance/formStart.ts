import { type RefObject, useEffect, useEffectEvent } from 'react'

import { inputNamed } from './formInputs.ts'
import type { EarlyAction } from './beforePage.ts'

type Form = RefObject<HTMLFormElement | null>

/** Values of the sign-in form, kept while registration or recovery replaces it. */
export type SignInValues = { account: string; password: string; isRemembered: boolean }

const inputsOf = (form: HTMLFormElement) => ({
  account: inputNamed(form, 'account'),
  password: inputNamed(form, 'password'),
  remember: inputNamed(form, 'remember'),
})

export const readSignInValues = (form: HTMLFormElement): SignInValues => {
  const { account, password, remember } = inputsOf(form)
  return { account: account.value, password: password.value, isRemembered: remember.checked }
}

const fill = (form: HTMLFormElement, leftValues: SignInValues) => {
  const { account, password, remember } = inputsOf(form)
  account.value = leftValues.account
  password.value = leftValues.password
  remember.checked = leftValues.isRemembered
}

/** Whether the user has typed or focused a field before the code had loaded. */
export const isBegun = (form: HTMLFormElement) => {
  const { account, password } = readSignInValues(form)
  return form.contains(document.activeElement) || account !== '' || password !== ''
}

/** The form as it was left, with the focus on its heading; the prerendered one stays as it is. */
export const useFormStart = (form: Form, leftValues: SignInValues | null, onBegin: () => void) => {
  const takeOver = useEffectEvent((element: HTMLFormElement, signal: AbortSignal) => {
    if (leftValues) {
      fill(element, leftValues)
      window.scrollTo(0, 0)
      element.querySelector('h1')?.focus()
    }
    // On a phone the keyboard would cover half of what has just appeared.
    else if (document.activeElement === document.body && window.matchMedia('(pointer: fine)').matches)
      inputsOf(element).account.focus()
    // After our own focus, which isn't the user's: what is fetched next has no business in the first second.
    for (const type of ['focusin', 'keydown']) element.addEventListener(type, onBegin, { once: true, signal })
  })
  useEffect(() => {
    const control = new AbortController()
    takeOver(form.current!, control.signal)
    return () => control.abort()
  }, [form])
}

const replay = (early: EarlyAction) => {
  if (early.type === 'click') return early.element.click()
  early.element.value = early.value
  early.element.dispatchEvent(new Event('change', { bubbles: true }))
}

const replayAll = async () => {
  for (const early of window.takeEarlyActions?.() ?? []) {
    replay(early)
    // React renders the effect of one action before the next is replayed.
    await Promise.resolve()
  }
}

/** Replays clicks and choices that were made before this code had loaded. */
export const useEarlyActions = () => useEffect(() => void replayAll(), [])
