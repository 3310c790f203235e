import { useId, useState } from 'react'

import { fileAddress } from '../../../resources/kit/index.ts'
import { Dialog } from '../../actions/Dialog.tsx'
import { FilmButton } from '../FilmButton.tsx'
import { UploadState } from '../PictureButton.tsx'
import { useUpload } from '../useUpload.ts'

type Props = { onInsert: (src: string) => void; onClose: () => void }

/** A film from the own computer, or one that lies elsewhere. */
export const FilmDialog = ({ onInsert, onClose }: Props) => {
  const id = useId()
  const [address, setAddress] = useState('')
  const [isWrong, setWrong] = useState(false)
  const insert = (src: string) => {
    onInsert(src)
    onClose()
  }
  const { start, setError, ...upload } = useUpload('video', insert)
  const apply = () => {
    const src = address.trim()
    if (!src.startsWith('https://') || !fileAddress.test(src)) return setWrong(true)
    insert(src)
  }
  return (
    <Dialog title="插入视频" onClose={onClose}>
      <div className="dialog-content">
        <div className="field">
          <span className="field-label">上传视频</span>
          <FilmButton
            label="选择视频"
            isDisabled={upload.progress !== null}
            onError={setError}
            onChoose={file => start(file, file.name)}
          />
          <UploadState {...upload} />
        </div>
        <div className="field">
          <label className="field-label" htmlFor={id}>
            或填写视频地址
          </label>
          <input
            id={id}
            className="control"
            inputMode="url"
            autoComplete="off"
            placeholder="https:// 开头的 MP4 地址"
            value={address}
            aria-invalid={isWrong || undefined}
            aria-describedby={isWrong ? `${id}-error` : undefined}
            onKeyDown={event => {
              if (event.key === 'Enter') event.preventDefault()
            }}
            onChange={({ target }) => {
              setAddress(target.value)
              setWrong(false)
            }}
          />
          {isWrong && (
            <p className="field-error" id={`${id}-error`}>
              视频地址应以 https:// 开头,请检查
            </p>
          )}
        </div>
      </div>
      <footer className="dialog-foot">
        <button type="button" className="button" onClick={onClose}>
          取消
        </button>
        <button
          type="button"
          className="button button-primary"
          disabled={address.trim() === ''}
          onClick={apply}
        >
          插入
        </button>
      </footer>
    </Dialog>
  )
}
