import { useTranslate } from 'ra-core'

import { Button } from '../../ui/Button.tsx'
import { FieldControl } from '../FieldControl.tsx'
import { PictureButton, UploadState } from './PictureButton.tsx'
import { frameText } from './pictures.ts'
import { type InputProps, useField } from '../useField.ts'
import { TextControl } from '../text/TextControl.tsx'
import { useImageUpload } from './useImageUpload.tsx'

type Item = { url: string; alt?: string | null }

type ItemProps = {
  item: Item
  label: string
  isFirst: boolean
  isLast: boolean
  onChange: (item: Item) => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}

const ImageRow = ({ item, label, isFirst, isLast, onChange, onMove, onRemove }: ItemProps) => {
  const translate = useTranslate()
  return (
    <li className="pictures-item">
      <img src={item.url} alt={item.alt ?? label} />
      <TextControl
        value={item.alt ?? ''}
        onText={alt => onChange({ ...item, alt: alt === '' ? null : alt })}
        className="control"
        aria-label={translate('%{label}的说明', { label })}
        placeholder={translate('图片说明')}
      />
      <div className="pictures-tools">
        <Button
          look="quiet"
          aria-label={translate('%{label}前移', { label })}
          disabled={isFirst}
          onClick={() => onMove(-1)}
        >
          {translate('前移')}
        </Button>
        <Button
          look="quiet"
          aria-label={translate('%{label}后移', { label })}
          disabled={isLast}
          onClick={() => onMove(1)}
        >
          {translate('后移')}
        </Button>
        <Button look="quiet" aria-label={translate('删除%{label}', { label })} onClick={onRemove}>
          {translate('删除')}
        </Button>
      </div>
    </li>
  )
}

/** Ordered list of pictures with their alternative texts. */
export const ImagesInput = ({ field, source, isDisabled }: InputProps<'images'>) => {
  const translate = useTranslate()
  const { value, onChange, control, described } = useField<Item[]>({ field, source, isDisabled })
  const items = value ?? []
  const add = (url: string) => onChange([...items, { url, alt: null }])
  const { choose, dialog, ...upload } = useImageUpload({ ...field, onDone: add })
  const move = (from: number, by: -1 | 1) => {
    const next = items.toSpliced(from, 1)
    onChange(next.toSpliced(from + by, 0, items[from]!))
  }
  return (
    <FieldControl {...described} isGroup>
      <ul className="pictures">
        {items.map((item, index) => (
          <ImageRow
            key={item.url}
            item={item}
            label={`${translate(field.label)} ${index + 1}`}
            isFirst={index === 0}
            isLast={index === items.length - 1}
            onChange={next => onChange(items.with(index, next))}
            onMove={by => move(index, by)}
            onRemove={() => onChange(items.toSpliced(index, 1))}
          />
        ))}
      </ul>
      {items.length < field.max && (
        <PictureButton
          label={translate('添加图片（%{count}/%{max}）', { count: items.length, max: field.max })}
          isDisabled={isDisabled || upload.progress !== null}
          onChoose={choose}
          buttonRef={control.ref}
          describedBy={control['aria-describedby']}
        />
      )}
      <p className="field-hint">{frameText(field.frame, translate)}</p>
      <UploadState {...upload} />
      {dialog}
    </FieldControl>
  )
}
