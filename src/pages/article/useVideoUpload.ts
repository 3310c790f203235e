import { useTranslate } from 'ra-core'
import { useFormContext, useWatch } from 'react-hook-form'

import { useUpload } from '../../fields/useUpload.ts'
import { durationOf, frameAt } from './videoFrame.ts'

/** The upload of a video and of its cover; its length and first cover are read from the video itself. */
export const useVideoUpload = (onUploaded: (url: string) => void) => {
  const translate = useTranslate()
  const { setValue } = useFormContext()
  const videoCover: unknown = useWatch({ name: 'videoCover' })
  const fill = (name: string, value: unknown) =>
    setValue(name, value, { shouldDirty: true, shouldValidate: true })
  const cover = useUpload('article', url => fill('videoCover', url))
  const takeCover = async (src: string, second: number) => {
    try {
      cover.start(await frameAt(src, second), translate('视频封面.jpg'))
    } catch {
      cover.setError(translate('无法截取画面，请上传封面'))
    }
  }
  const readVideo = async (url: string) => {
    onUploaded(url)
    // A video of an odd kind is taken all the same; its length is then typed.
    const seconds = await durationOf(url).catch(() => null)
    if (seconds === null) return
    fill('duration', seconds)
    if (!videoCover) await takeCover(url, Math.min(1, seconds / 2))
  }
  const video = useUpload('video', url => void readVideo(url))
  return { video, cover, takeCover }
}
