/** An input of the sign-in form, which holds its own value, because users may type before the code is loaded. */
export const formInput = (form: HTMLFormElement | null, name: string) => {
  const input = form?.elements.namedItem(name)
  if (!(input instanceof HTMLInputElement)) throw new Error(`The form has no input ${name}`)
  return input
}
