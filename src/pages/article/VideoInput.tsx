import { useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'

import { articles } from '../../../resources/articles/index.ts'
import { FieldFrame } from '../../fields/FieldFrame.tsx'
import { FilmButton } from '../../fields/FilmButton.tsx'
import { UploadState } from '../../fields/PictureButton.tsx'
import { describedBy, useField } from '../../fields/useField.ts'
import { useUpload } from '../../fields/useUpload.ts'
import { durationOf, frameAt } from './filmFacts.ts'

type Props = { source: string; isDisabled: boolean }

const field = articles.fields.videoUrl

/** An own film: sent with progress, its length read from it, its cover taken from the frame that is shown. */
export const VideoInput = ({ source, isDisabled }: Props) => {
  const { id, value, onChange, ref, error } = useField<string>(source)
  const { setValue } = useFormContext()
  const cover = useWatch({ name: 'videoCover' }) as string | null
  const player = useRef<HTMLVideoElement>(null)
  const put = (name: string, it: unknown) => setValue(name, it, { shouldDirty: true, shouldValidate: true })
  const picture = useUpload('article', url => put('videoCover', url))
  const takeCover = async (src: string, second: number) => {
    try {
      picture.start(await frameAt(src, second), '视频封面.jpg')
    } catch {
      picture.setError('无法截取画面,请上传封面')
    }
  }
  const arrive = async (url: string) => {
    onChange(url)
    // A film of an odd kind is taken all the same; its length is then typed.
    const seconds = await durationOf(url).catch(() => null)
    if (seconds !== null) put('duration', seconds)
    if (!cover && seconds !== null) await takeCover(url, Math.min(1, seconds / 2))
  }
  const film = useUpload('video', url => void arrive(url))
  return (
    <FieldFrame id={id} field={field} error={error} isGroup>
      {value && (
        // Whoever writes watches it once; captions belong to what is published.
        // eslint-disable-next-line jsx-a11y/media-has-caption
        <video
          ref={player}
          className="article-film"
          src={value}
          controls
          preload="metadata"
          aria-label="视频"
        />
      )}
      <div className="picture-buttons">
        <FilmButton
          label={value ? '更换视频' : '上传视频'}
          isDisabled={isDisabled || film.progress !== null}
          onError={film.setError}
          onChoose={file => film.start(file, file.name)}
          buttonRef={ref}
          describedBy={describedBy(id, { error, field })}
        />
        {value && !isDisabled && (
          <>
            <button
              type="button"
              className="button"
              disabled={picture.progress !== null}
              onClick={() => void takeCover(value, player.current?.currentTime ?? 0)}
            >
              用当前画面做封面
            </button>
            <button type="button" className="button button-quiet" onClick={() => onChange(null)}>
              移除
            </button>
          </>
        )}
      </div>
      <UploadState {...film} />
      <UploadState {...picture} />
    </FieldFrame>
  )
}
