import { useState } from 'react'

import { articleLabelsIn } from './labels.ts'
import type { PreviewArticle } from './article.ts'

import './video.css'

const durationText = (seconds: number) =>
  [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
    .filter((part, index) => index > 0 || part > 0)
    .map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0')))
    .join(':')

const Poster = ({
  picture,
  note,
  duration,
}: {
  picture: string | null
  note: string
  duration: number | null
}) => (
  <>
    {picture && <img src={picture} alt="" />}
    <svg className="preview-play" viewBox="0 0 48 48" aria-hidden>
      <circle cx="24" cy="24" r="23" />
      <path d="M19 15v18l15-9z" />
    </svg>
    <span>{note}</span>
    {duration ? <span className="preview-duration">{durationText(duration)}</span> : null}
  </>
)

/** Plays an uploaded video; an external one is a link, as in the mini-program. */
export const VideoPreview = ({ article }: { article: PreviewArticle }) => {
  const { videoType, videoUrl, videoCover, cover, duration, language, title } = article
  const [isBroken, setBroken] = useState(false)
  const { channel, video, videoFails } = articleLabelsIn(language)
  const picture = videoCover ?? cover
  if (videoType === 1 && videoUrl && !isBroken)
    return (
      // eslint-disable-next-line jsx-a11y/media-has-caption -- The firm's videos have no captions.
      <video
        className="preview-video"
        src={videoUrl}
        poster={picture ?? undefined}
        aria-label={title}
        controls
        preload="none"
        onError={() => setBroken(true)}
      />
    )
  if (videoType === 3 && videoUrl)
    return (
      <a className="preview-video" href={videoUrl} target="_blank" rel="noreferrer noopener">
        <Poster picture={picture} note={video} duration={duration} />
      </a>
    )
  return (
    <div className="preview-video">
      <Poster picture={picture} note={videoType === 2 ? channel : videoFails} duration={duration} />
    </div>
  )
}
