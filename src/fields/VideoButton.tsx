import { useTranslate } from 'ra-core'
import { type Ref, useRef } from 'react'

import { useSession } from '../shell/sessionContext.ts'
import { Button } from '../shell/Button.tsx'

/** What every browser and the mini-program play. */
const videoType = 'video/mp4'
const megabyte = 1024 * 1024

type Props = {
  label: string
  isDisabled?: boolean | undefined
  onChoose: (file: File) => void
  /** Said before anything is sent. */
  onError: (sentence: string) => void
  buttonRef?: Ref<HTMLButtonElement>
  describedBy?: string | undefined
}

/** A button that opens the file dialog for a film, and takes one dropped on it. */
export const VideoButton = ({ label, isDisabled, onChoose, onError, buttonRef, describedBy }: Props) => {
  const translate = useTranslate()
  const { conf } = useSession()
  const most = conf.upload?.video ?? 200
  const input = useRef<HTMLInputElement>(null)
  const take = (file: File | undefined) => {
    if (!file) return
    if (file.type !== videoType) return onError(translate('请选择 MP4 视频；手机拍的 MOV 请先转换'))
    if (file.size > most * megabyte)
      return onError(
        translate('视频不能超过%{most}MB，这个是%{ceil}MB', { most, ceil: Math.ceil(file.size / megabyte) }),
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
          take(event.dataTransfer.files[0])
        }}
      >
        {label}
      </Button>
      <p className="field-hint">{translate('MP4，不超过%{most}MB', { most })}</p>
      <input
        ref={input}
        type="file"
        hidden
        accept={videoType}
        aria-label={label}
        onChange={({ target }) => {
          take(target.files?.[0])
          // The same file may be chosen again after a failure.
          target.value = ''
        }}
      />
    </>
  )
}
