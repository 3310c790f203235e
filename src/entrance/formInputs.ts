/** An input of the sign-in form, which keeps what it holds itself: it may have been typed before this code was there. */
export const inputNamed = (form: HTMLFormElement | null, name: string) => {
  const input = form?.elements.namedItem(name)
  if (!(input instanceof HTMLInputElement)) throw new Error(`The form has no input ${name}`)
  return input
}
