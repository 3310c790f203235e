/** False where the clipboard is refused: it needs a secure page; on plain http inside a firm text stays selectable. */
export const copyText = async (text: string) => {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
