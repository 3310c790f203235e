import { useTranslate } from 'ra-core'

import type { Slot, SlotGroup } from '../../../resources/settings/slots.ts'
import { Chip } from '../../ui/Chip.tsx'
import { PictureButton, UploadState } from '../../fields/pictures/PictureButton.tsx'
import { frameText } from '../../fields/pictures/pictures.ts'
import { useImageUpload } from '../../fields/pictures/useImageUpload.tsx'
import { Button } from '../../ui/Button.tsx'
import { MiniIcon } from '../../preview/parts/MiniIcon.tsx'

type Props = {
  name: string
  slot: Slot
  /** Places in the mini-program that currently use the icon. */
  usage: readonly string[]
  group: SlotGroup
  picture: string | null
  /** The default picture. */
  defaultUrl: string | null
  isChanged: boolean
  onChange: (url: string | null) => void
}

const DefaultPicture = ({ name, group, defaultUrl }: Pick<Props, 'name' | 'group' | 'defaultUrl'>) => {
  const translate = useTranslate()
  if (defaultUrl) return <img src={defaultUrl} alt="" />
  if (group === 'commonIcons') return <MiniIcon name={name} />
  return <span className="slot-empty">{translate('默认')}</span>
}

const ResetButton = ({ label, onReset }: { label: string; onReset: () => void }) => {
  const translate = useTranslate()
  return (
    <Button look="quiet" aria-label={translate('%{label}恢复默认', { label })} onClick={onReset}>
      {translate('恢复默认')}
    </Button>
  )
}

/** A slot: its picture, where it is used, and buttons to replace it. */
export const SlotTile = ({ name, slot, usage, group, picture, defaultUrl, isChanged, onChange }: Props) => {
  const translate = useTranslate()
  const label = translate(slot.label)
  const { choose, dialog, ...upload } = useImageUpload({
    scene: 'asset',
    frame: slot.frame,
    onDone: onChange,
  })
  const [across, down] = slot.frame.ratio ?? [16, 9]
  const id = `slot-${name}`
  const usedText =
    usage.length > 0
      ? translate('用于%{usage}', { usage: usage.join(translate('、')) })
      : translate(slot.used)
  return (
    <li className={isChanged ? 'panel slot is-changed' : 'panel slot'} aria-label={label}>
      <div className="slot-picture" data-ground={slot.ground} style={{ aspectRatio: `${across} / ${down}` }}>
        {picture ? (
          <img src={picture} alt={label} />
        ) : (
          <DefaultPicture name={name} group={group} defaultUrl={defaultUrl} />
        )}
      </div>
      <div className="slot-text">
        <h2 className="cluster">
          {label}
          {isChanged ? (
            <Chip tone="waiting">{translate('未保存')}</Chip>
          ) : (
            picture && <Chip tone="info">{translate('已更换')}</Chip>
          )}
        </h2>
        <p className="caption" id={id}>
          {usedText}
          <br />
          {translate('建议 %{size}；%{frame}', { size: slot.size, frame: frameText(slot.frame, translate) })}
        </p>
        <div className="cluster">
          <PictureButton
            label={picture ? translate('更换') : translate('上传')}
            name={picture ? translate('更换%{label}', { label }) : translate('上传%{label}', { label })}
            isDisabled={upload.progress !== null}
            onChoose={choose}
            describedBy={id}
          />
          {picture && <ResetButton label={label} onReset={() => onChange(null)} />}
        </div>
        <UploadState {...upload} />
      </div>
      {dialog}
    </li>
  )
}
