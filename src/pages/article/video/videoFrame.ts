const untilEvent = (video: HTMLVideoElement, event: 'loadedmetadata' | 'seeked') =>
  new Promise<void>((resolve, reject) => {
    video.addEventListener(event, () => resolve(), { once: true })
    video.addEventListener('error', () => reject(new Error('The video cannot be opened')), { once: true })
  })

const openVideo = async (src: string) => {
  const video = document.createElement('video')
  video.muted = true
  video.preload = 'auto'
  video.src = src
  await untilEvent(video, 'loadedmetadata')
  return video
}

/** Duration in whole seconds; null if the browser cannot tell. */
export const videoDuration = async (src: string): Promise<number | null> => {
  const { duration } = await openVideo(src)
  return Number.isFinite(duration) && duration > 0 ? Math.max(1, Math.round(duration)) : null
}

/** JPEG of the frame at a time in seconds, cropped to 16:9 around the centre. */
export const captureFrame = async (src: string, second: number): Promise<Blob> => {
  const video = await openVideo(src)
  const seeked = untilEvent(video, 'seeked')
  video.currentTime = Math.min(second, Math.max(0, video.duration - 0.1))
  await seeked
  const { videoWidth, videoHeight } = video
  const width = Math.min(videoWidth, (videoHeight * 16) / 9)
  const height = (width * 9) / 16
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width)
  canvas.height = Math.round(height)
  const [left, top] = [(videoWidth - width) / 2, (videoHeight - height) / 2]
  canvas.getContext('2d')!.drawImage(video, left, top, width, height, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      blob => (blob ? resolve(blob) : reject(new Error('The browser made no picture of the frame'))),
      'image/jpeg',
      0.9,
    ),
  )
}
