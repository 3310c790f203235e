import { useState } from 'react'

import type { Article } from './useArticle.ts'
import { words } from './words.ts'

const lengthText = (seconds: number) =>
  [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
    .filter((it, index) => index > 0 || it > 0)
    .map((it, index) => (index === 0 ? String(it) : String(it).padStart(2, '0')))
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
    <span className="preview-film-note">{note}</span>
    {duration ? <span className="preview-film-length">{lengthText(duration)}</span> : null}
  </>
)

/** An uploaded film plays; one of another place is opened there, as the mini-program does. */
export const Film = ({ article }: { article: Article }) => {
  const { videoType, videoUrl, videoCover, cover, duration, language, title } = article
  const [isBroken, setBroken] = useState(false)
  const { channel, film, filmFails } = words[language]
  const picture = videoCover ?? cover
  if (videoType === 1 && videoUrl && !isBroken)
    return (
      // eslint-disable-next-line jsx-a11y/media-has-caption -- the firm's films bring none
      <video
        className="preview-film"
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
      <a className="preview-film" href={videoUrl} target="_blank" rel="noreferrer noopener">
        <Poster picture={picture} note={film} duration={duration} />
      </a>
    )
  return (
    <div className="preview-film">
      <Poster picture={picture} note={videoType === 2 ? channel : filmFails} duration={duration} />
    </div>
  )
}
