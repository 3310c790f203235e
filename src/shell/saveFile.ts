import type { DownloadedFile } from '../../providers/download.ts'

/** Hands a received file to the browser, which puts it where its user keeps downloads. */
export const saveFile = ({ name, blob }: DownloadedFile) => {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Safari reads the address after the press has returned.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
