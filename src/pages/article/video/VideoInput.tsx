import { useTranslate } from 'ra-core'
import { useRef } from 'react'

import { articles } from '../../../../resources/articles/index.ts'
import { FieldControl } from '../../../fields/FieldControl.tsx'
import { UploadState } from '../../../fields/pictures/PictureButton.tsx'
import { useField } from '../../../fields/useField.ts'
import { VideoButton } from '../../../fields/pictures/VideoButton.tsx'
import { useVideoUpload } from './useVideoUpload.ts'
import { Button } from '../../../ui/Button.tsx'

type Props = { source: string; isDisabled: boolean }

const field = articles.fields.videoUrl

/**
 * Input for an uploaded video. Duration and cover are read from the video; the current frame can become the cover.
 */
export const VideoInput = ({ source, isDisabled }: Props) => {
  const translate = useTranslate()
  const { value, onChange, control, described } = useField<string>({ field, source, isDisabled })
  const player = useRef<HTMLVideoElement>(null)
  const { video, cover, takeCover } = useVideoUpload(onChange)
  return (
    <FieldControl {...described} isGroup>
      {value && (
        // Captions are not needed to check one's own upload.
        // eslint-disable-next-line jsx-a11y/media-has-caption
        <video
          ref={player}
          className="article-video"
          src={value}
          controls
          preload="metadata"
          aria-label={translate('视频')}
        />
      )}
      <div className="picture-buttons">
        <VideoButton
          label={value ? translate('更换视频') : translate('上传视频')}
          isDisabled={isDisabled || video.progress !== null}
          onError={video.setError}
          onChoose={file => video.start(file, file.name)}
          buttonRef={control.ref}
          describedBy={control['aria-describedby']}
        />
        {value && !isDisabled && (
          <>
            <Button
              disabled={cover.progress !== null}
              onClick={() => void takeCover(value, player.current?.currentTime ?? 0)}
            >
              {translate('用当前画面做封面')}
            </Button>
            <Button look="quiet" onClick={() => onChange(null)}>
              {translate('移除')}
            </Button>
          </>
        )}
      </div>
      <UploadState {...video} />
      <UploadState {...cover} />
    </FieldControl>
  )
}
