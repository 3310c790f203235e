import { pictureTypes } from '../../pictures/pictures.ts'

/** Pictures being uploaded, by the id of their node in the text. */
const files = new Map<string, { file: File; preview: string }>()

export const addPendingUpload = (file: File) => {
  const id = crypto.randomUUID()
  files.set(id, { file, preview: URL.createObjectURL(file) })
  return id
}
export const pendingUpload = (id: string) => files.get(id) ?? null
export const removePendingUpload = (id: string) => {
  const pending = files.get(id)
  if (pending) URL.revokeObjectURL(pending.preview)
  files.delete(id)
}

/** Adds a picture given as a data: address; null if it is not of a supported type. */
export const addPendingData = (data: string) => {
  const [, mime = '', text = ''] = /^data:([\w/+-]+);base64,([\w+/=\s]+)$/.exec(data) ?? []
  if (!pictureTypes.includes(mime)) return null
  try {
    const bytes = Uint8Array.from(atob(text), it => it.codePointAt(0)!)
    return addPendingUpload(new File([bytes], `picture.${mime.slice('image/'.length)}`, { type: mime }))
  } catch {
    return null
  }
}

/** Whether a text contains pictures whose upload has not finished or has failed. */
export const hasPendingUploads = (html: unknown) => typeof html === 'string' && html.includes(' data-upload=')
