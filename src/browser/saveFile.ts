import type { DownloadedFile } from '../../providers/download.ts'

/** The marks of direction that a sentence may contain are no part of a file's name. */
const withoutMarks = (name: string) => name.replaceAll(/[\u2066-\u2069]/g, '')

/** Saves a received file as a browser download. */
export const saveFile = ({ name, blob }: DownloadedFile) => {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = withoutMarks(name)
  link.click()
  // Safari reads the address after the click handler has returned.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
