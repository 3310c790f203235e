/** An input method's Enter takes a word; Safari would also submit the form. */
export const guardComposition = (form: HTMLFormElement) =>
  form.addEventListener('keydown', event => {
    if (event.key === 'Enter' && (event.isComposing || event.keyCode === 229)) event.preventDefault()
  })
