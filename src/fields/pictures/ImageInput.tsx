import { useTranslate } from 'ra-core'

import { Button } from '../../ui/Button.tsx'
import { FieldControl } from '../FieldControl.tsx'
import { PictureButton, UploadState } from './PictureButton.tsx'
import { frameText } from './pictures.ts'
import { type InputProps, useField } from '../useField.ts'
import { useImageUpload } from './useImageUpload.tsx'

export const ImageInput = ({ field, source, isDisabled }: InputProps<'image'>) => {
  const translate = useTranslate()
  const { value, onChange, control, described } = useField<string>({ field, source, isDisabled })
  const { choose, dialog, ...upload } = useImageUpload({ ...field, onDone: onChange })
  const { ratio } = field.frame
  const [across, down] = ratio ?? [4, 3]
  return (
    <FieldControl {...described} isGroup>
      <div className="picture">
        <div
          className={ratio ? 'picture-frame' : 'picture-frame is-whole'}
          style={{ aspectRatio: `${across} / ${down}` }}
        >
          {value ? (
            <img src={value} alt={translate(field.label)} />
          ) : (
            <span aria-hidden>{ratio ? `${across}:${down}` : translate('图片')}</span>
          )}
        </div>
        <div className="picture-side">
          <div className="picture-buttons">
            <PictureButton
              label={value ? translate('更换图片') : translate('上传图片')}
              isDisabled={isDisabled || upload.progress !== null}
              onChoose={choose}
              buttonRef={control.ref}
              describedBy={control['aria-describedby']}
            />
            {value && !isDisabled && (
              <Button look="quiet" onClick={() => onChange(null)}>
                {translate('移除')}
              </Button>
            )}
          </div>
          <p className="field-hint">{frameText(field.frame, translate)}</p>
          <UploadState {...upload} />
        </div>
      </div>
      {dialog}
    </FieldControl>
  )
}
