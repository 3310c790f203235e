import { useTranslate } from 'ra-core'
import { type Ref, useRef } from 'react'

import { Button } from '../../ui/Button.tsx'
import { ProgressBar } from '../../ui/progress/ProgressBar.tsx'
import { pictureTypes } from './pictures.ts'

type Props = {
  label: string
  /** Accessible name, where the label does not tell which picture is meant. */
  name?: string
  isDisabled?: boolean | undefined
  onChoose: (file: File) => void
  buttonRef?: Ref<HTMLButtonElement>
  describedBy?: string | undefined
}

/** Button that opens the file dialog for a picture and accepts dropped files. */
export const PictureButton = ({
  label,
  name = label,
  isDisabled,
  onChoose,
  buttonRef,
  describedBy,
}: Props) => {
  const input = useRef<HTMLInputElement>(null)
  const acceptFiles = (files: FileList | null) => {
    const [file] = files ?? []
    if (file) onChoose(file)
  }
  return (
    <>
      <Button
        disabled={isDisabled}
        ref={buttonRef}
        aria-label={name}
        aria-describedby={describedBy}
        onClick={() => input.current?.click()}
        onDragOver={event => event.preventDefault()}
        onDrop={event => {
          event.preventDefault()
          acceptFiles(event.dataTransfer.files)
        }}
      >
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={pictureTypes.join(',')}
        aria-label={name}
        onChange={({ target }) => {
          acceptFiles(target.files)
          // Lets the user choose the same file again after a failure.
          target.value = ''
        }}
      />
    </>
  )
}

type StateProps = {
  progress: number | null
  error: string | null
  retry?: () => void
  cancel: () => void
}

export const UploadState = ({ progress, error, retry, cancel }: StateProps) => {
  const translate = useTranslate()
  return (
    <div className="upload-state" role="status">
      {progress !== null && (
        <>
          <ProgressBar value={progress} max={1} label={translate('上传进度')} />
          <span className="cell-number">{Math.round(progress * 100)}%</span>
          <Button look="quiet" onClick={cancel}>
            {translate('取消')}
          </Button>
        </>
      )}
      {error && (
        <>
          <span className="field-error">{error}</span>
          {retry && (
            <Button look="quiet" onClick={retry}>
              {translate('重试')}
            </Button>
          )}
        </>
      )}
    </div>
  )
}
