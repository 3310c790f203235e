import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { z } from 'zod'

import { iconName } from '../../../resources/domain/icons.ts'
import { commonIcons } from '../../../resources/domain/icons.ts'
import type { AppConfiguration } from '../../../resources/settings/app.ts'
import type { Slot } from '../../../resources/settings/slots.ts'
import { PictureButton, UploadState } from '../../fields/pictures/PictureButton.tsx'
import { useImageUpload } from '../../fields/pictures/useImageUpload.tsx'
import { Button } from '../../ui/Button.tsx'
import { FormSkeleton } from '../../states/FormSkeleton.tsx'
import { Loaded } from '../../states/Loaded.tsx'
import { UndoableForm } from '../../form/undoable/UndoableForm.tsx'
import { ChangeLogButton } from '../../settings/SettingTools.tsx'
import { useConf } from '../../settings/useConf.ts'
import { type ChosenValues, type ConfMap, useConfMap } from '../../settings/useConfMap.ts'
import type { Translate } from '../../../resources/kit/translate.ts'
import { useIconUsage } from './useIconUsage.ts'

import './slots.css'

const iconFrame: Slot['frame'] = { ratio: [1, 1], minWidth: 48 }

const iconMap: ConfMap<string> = {
  schema: z.string(),
  read: ({ assets }) => assets.icons ?? {},
  toPatch: chosen => ({ assets: { icons: chosen } }),
  describe: name => name,
}

const nameError = (name: string, existingIcons: ChosenValues<string>, translate: Translate) => {
  if (name === '') return null
  if (!iconName.test(name)) return translate('以小写字母开头，由2至30个字母和数字组成')
  if (name in commonIcons) return translate('通用图标已有这个名称，请换一个')
  return name in existingIcons ? translate('已有这个名称，请换一个') : null
}

const AddIcon = ({
  existingIcons,
  onAdd,
}: {
  existingIcons: ChosenValues<string>
  onAdd: (name: string, url: string) => void
}) => {
  const translate = useTranslate()
  const [name, setName] = useState('')
  const problem = nameError(name, existingIcons, translate)
  const { choose, dialog, ...upload } = useImageUpload({
    scene: 'asset',
    frame: iconFrame,
    onDone: url => {
      onAdd(name, url)
      setName('')
    },
  })
  return (
    <div className="panel own-icon-add">
      <div className="field">
        <label className="field-label" htmlFor="own-icon-name">
          {translate('新图标的名称')}
        </label>
        <div className="own-icon-name">
          <input
            id="own-icon-name"
            className="control"
            autoComplete="off"
            spellCheck={false}
            placeholder={translate('如 maritimeLaw')}
            aria-invalid={problem ? true : undefined}
            aria-describedby="own-icon-hint"
            value={name}
            disabled={upload.progress !== null}
            onChange={({ target }) => setName(target.value.trim())}
          />
          <PictureButton
            label={translate('上传图标')}
            isDisabled={name === '' || problem !== null || upload.progress !== null}
            onChoose={choose}
          />
        </div>
        <p className={problem ? 'field-error' : 'field-hint'} id="own-icon-hint">
          {problem ?? translate('导航入口、底部导航和名片按钮以此名称选用')}
        </p>
      </div>
      <UploadState {...upload} />
      {dialog}
    </div>
  )
}

const IconEditor = ({ conf }: { conf: AppConfiguration }) => {
  const translate = useTranslate()
  const form = useConfMap(conf, iconMap)
  const usageOf = useIconUsage(conf)
  const { mine, change, replace, changedNames } = form
  const names = Object.keys(mine)
  return (
    <UndoableForm className="own-icons" form={form}>
      <AddIcon existingIcons={mine} onAdd={(name, url) => change({ [name]: url })} />
      {names.length === 0 && <p className="empty">{translate('还没有自己的图标。填好名称后上传第一个。')}</p>}
      <ul className="plain-list slots">
        {names.map(name => {
          const usage = usageOf(name)
          return (
            <li key={name} className={changedNames.includes(name) ? 'panel slot is-changed' : 'panel slot'}>
              <div className="slot-picture" style={{ aspectRatio: '1' }}>
                <img src={mine[name]} alt={name} />
              </div>
              <div className="slot-text">
                <h2>{name}</h2>
                <p className="caption">
                  {usage.length > 0
                    ? translate('用于%{usage}', { usage: usage.join(translate('、')) })
                    : translate('尚未使用')}
                </p>
                <Button
                  look="quiet"
                  isDanger
                  aria-label={translate('删除%{name}', { name })}
                  disabled={usage.length > 0}
                  title={usage.length > 0 ? translate('正在使用，先在上述位置换成别的图标') : undefined}
                  onClick={() =>
                    replace(Object.fromEntries(Object.entries(mine).filter(([it]) => it !== name)))
                  }
                >
                  {translate('删除')}
                </Button>
              </div>
            </li>
          )
        })}
      </ul>
    </UndoableForm>
  )
}

/** Page 个性化图标: additional icons of the firm, each with a name and a picture. */
export const FirmIcons = () => (
  <>
    <ChangeLogButton filter={{ module: 11, targetType: 'appConf' }} />
    <Loaded query={useConf()} loading={<FormSkeleton />}>
      {conf => <IconEditor conf={conf} />}
    </Loaded>
  </>
)
