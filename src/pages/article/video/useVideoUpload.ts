import { useTranslate } from 'ra-core'
import { useFormContext, useWatch } from 'react-hook-form'

import { useUpload } from '../../../fields/pictures/useUpload.ts'
import { videoDuration, captureFrame } from './videoFrame.ts'

/** Uploads a video and its cover. The duration and a first cover are read from the video. */
export const useVideoUpload = (onUploaded: (url: string) => void) => {
  const translate = useTranslate()
  const { setValue } = useFormContext()
  const videoCover: unknown = useWatch({ name: 'videoCover' })
  const fill = (name: string, value: unknown) =>
    setValue(name, value, { shouldDirty: true, shouldValidate: true })
  const cover = useUpload('article', url => fill('videoCover', url))
  const takeCover = async (src: string, second: number) => {
    try {
      cover.start(await captureFrame(src, second), translate('视频封面.jpg'))
    } catch {
      cover.setError(translate('无法截取画面，请上传封面'))
    }
  }
  const readVideo = async (url: string) => {
    onUploaded(url)
    // If the browser cannot read the video, the user types its duration.
    const seconds = await videoDuration(url).catch(() => null)
    if (seconds === null) return
    fill('duration', seconds)
    if (!videoCover) await takeCover(url, Math.min(1, seconds / 2))
  }
  const video = useUpload('video', url => void readVideo(url))
  return { video, cover, takeCover }
}
