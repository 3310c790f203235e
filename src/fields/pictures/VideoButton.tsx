import { useTranslate } from 'ra-core'
import { type Ref, useRef } from 'react'

import { useSession } from '../../session/sessionContext.ts'
import { Button } from '../../ui/Button.tsx'

/** The one format that all browsers and the mini-program can play. */
const videoType = 'video/mp4'
const megabyte = 1024 * 1024

type Props = {
  label: string
  isDisabled?: boolean | undefined
  onChoose: (file: File) => void
  /** Called instead of `onChoose` if the file has the wrong type or is too large. */
  onError: (sentence: string) => void
  buttonRef?: Ref<HTMLButtonElement>
  describedBy?: string | undefined
}

/** Button that opens the file dialog for a video and accepts dropped files. */
export const VideoButton = ({ label, isDisabled, onChoose, onError, buttonRef, describedBy }: Props) => {
  const translate = useTranslate()
  const { conf } = useSession()
  const maxMegabytes = conf.upload?.video ?? 200
  const input = useRef<HTMLInputElement>(null)
  const acceptFile = (file: File | undefined) => {
    if (!file) return
    if (file.type !== videoType) return onError(translate('请选择 MP4 视频；手机拍的 MOV 请先转换'))
    if (file.size > maxMegabytes * megabyte)
      return onError(
        translate('视频不能超过%{most}MB，这个是%{ceil}MB', {
          most: maxMegabytes,
          ceil: Math.ceil(file.size / megabyte),
        }),
      )
    onChoose(file)
  }
  return (
    <>
      <Button
        disabled={isDisabled}
        ref={buttonRef}
        aria-describedby={describedBy}
        onClick={() => input.current?.click()}
        onDragOver={event => event.preventDefault()}
        onDrop={event => {
          event.preventDefault()
          acceptFile(event.dataTransfer.files[0])
        }}
      >
        {label}
      </Button>
      <p className="field-hint">{translate('MP4，不超过%{most}MB', { most: maxMegabytes })}</p>
      <input
        ref={input}
        type="file"
        hidden
        accept={videoType}
        aria-label={label}
        onChange={({ target }) => {
          acceptFile(target.files?.[0])
          // Lets the user choose the same file again after a failure.
          target.value = ''
        }}
      />
    </>
  )
}
