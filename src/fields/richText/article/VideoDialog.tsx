import { useTranslate } from 'ra-core'
import { type SyntheticEvent, useState } from 'react'

import { fileAddress } from '../../../../resources/kit/index.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Button } from '../../../ui/Button.tsx'
import { DialogFoot } from '../../../ui/dialog/DialogFoot.tsx'
import { UploadState } from '../../pictures/PictureButton.tsx'
import { useUpload } from '../../pictures/useUpload.ts'
import { VideoButton } from '../../pictures/VideoButton.tsx'
import { DialogField } from '../links/DialogField.tsx'

type Props = { onInsert: (src: string) => void; onClose: () => void }

/** Dialog that inserts a video, by upload or by address. */
export const VideoDialog = ({ onInsert, onClose }: Props) => {
  const translate = useTranslate()
  const [address, setAddress] = useState('')
  const [error, setError] = useState<string>()
  const insert = (src: string) => {
    onInsert(src)
    onClose()
  }
  const { start, setError: setUploadError, ...upload } = useUpload('video', insert)
  const apply = (event: SyntheticEvent) => {
    event.preventDefault()
    const src = address.trim()
    if (src.startsWith('https://') && fileAddress.test(src)) return insert(src)
    setError(translate('视频地址应以 https:// 开头，请检查'))
  }
  const changeAddress = (changed: string) => {
    setAddress(changed)
    setError(undefined)
  }
  return (
    <Dialog title={translate('插入视频')} onClose={onClose}>
      <form noValidate onSubmit={apply}>
        <div className="dialog-content">
          <div className="field">
            <span className="field-label">{translate('上传视频')}</span>
            <VideoButton
              label={translate('选择视频')}
              isDisabled={upload.progress !== null}
              onError={setUploadError}
              onChoose={file => start(file, file.name)}
            />
            <UploadState {...upload} />
          </div>
          <DialogField
            isAddress
            label={translate('或填写视频地址')}
            placeholder={translate('https:// 开头的 MP4 地址')}
            value={address}
            error={error}
            onChange={changeAddress}
          />
        </div>
        <DialogFoot>
          <Button onClick={onClose}>{translate('取消')}</Button>
          <Button type="submit" look="primary" disabled={address.trim() === ''}>
            {translate('插入')}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}
