import type { DownloadedFile } from '../../providers/download.ts'

/** Saves a received file as a browser download. */
export const saveFile = ({ name, blob }: DownloadedFile) => {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Safari reads the address after the click handler has returned.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
