const when = (film: HTMLVideoElement, event: 'loadedmetadata' | 'seeked') =>
  new Promise<void>((resolve, reject) => {
    film.addEventListener(event, () => resolve(), { once: true })
    film.addEventListener('error', () => reject(new Error('视频无法打开')), { once: true })
  })

const open = async (src: string) => {
  const film = document.createElement('video')
  film.muted = true
  film.preload = 'auto'
  film.src = src
  await when(film, 'loadedmetadata')
  return film
}

/** Whole seconds, or null where the browser cannot tell. */
export const durationOf = async (src: string): Promise<number | null> => {
  const film = await open(src)
  return Number.isFinite(film.duration) && film.duration > 0 ? Math.max(1, Math.round(film.duration)) : null
}

/** The picture at a moment, in seconds, cut to 16:9 around its middle. */
export const frameAt = async (src: string, second: number): Promise<Blob> => {
  const film = await open(src)
  const seeked = when(film, 'seeked')
  film.currentTime = Math.min(second, Math.max(0, film.duration - 0.1))
  await seeked
  const { videoWidth, videoHeight } = film
  const width = Math.min(videoWidth, (videoHeight * 16) / 9)
  const height = (width * 9) / 16
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width)
  canvas.height = Math.round(height)
  const [left, top] = [(videoWidth - width) / 2, (videoHeight - height) / 2]
  canvas.getContext('2d')!.drawImage(film, left, top, width, height, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) =>
    canvas.toBlob(blob => (blob ? resolve(blob) : reject(new Error('无法截取画面'))), 'image/jpeg', 0.9),
  )
}
