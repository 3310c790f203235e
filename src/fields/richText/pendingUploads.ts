import { pictureTypes } from '../pictures.ts'

/** Pictures on their way into a text, by the id that their place in it carries. */
const files = new Map<string, { file: File; preview: string }>()

export const addPendingUpload = (file: File) => {
  const id = crypto.randomUUID()
  files.set(id, { file, preview: URL.createObjectURL(file) })
  return id
}
export const pendingUpload = (id: string) => files.get(id) ?? null
export const removePendingUpload = (id: string) => {
  const known = files.get(id)
  if (known) URL.revokeObjectURL(known.preview)
  files.delete(id)
}

/** A picture that is written into the text itself; null where it is none that a browser draws and the server takes. */
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

/** Whether pictures of a text are still on their way, or have failed. */
export const hasPendingUploads = (html: unknown) => typeof html === 'string' && html.includes(' data-upload=')
