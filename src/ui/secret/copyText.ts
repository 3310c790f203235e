/** Copies a text to the clipboard; resolves to false if the browser refuses, for example on a page without https. */
export const copyText = async (text: string) => {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
