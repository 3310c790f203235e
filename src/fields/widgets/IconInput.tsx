import { useTranslate } from 'ra-core'

import { commonIcons } from '../../../resources/domain/icons.ts'
import { useSession } from '../../session/sessionContext.ts'
import { FieldControl } from '../FieldControl.tsx'
import { type InputProps, useField } from '../useField.ts'

/** Select for an icon: one of the mini-program's common icons, or one that the firm has added. */
export const IconInput = ({ field, source, isDisabled }: InputProps<'custom'>) => {
  const translate = useTranslate()
  const { value, onChange, control, described } = useField<string>({ field, source, isDisabled })
  const customIcons = Object.keys(useSession().conf.assets?.icons ?? {})
  const isKnown = value === null || value in commonIcons || customIcons.includes(value)
  return (
    <FieldControl {...described}>
      <select
        {...control}
        className="control control-select"
        value={value ?? ''}
        onChange={({ target }) => onChange(target.value || null)}
      >
        <option value="">{translate('无')}</option>
        {!isKnown && <option value={value}>{translate('%{value}（已删除）', { value })}</option>}
        <optgroup label={translate('通用图标')}>
          {Object.entries(commonIcons).map(([key, label]) => (
            <option key={key} value={key}>
              {translate(label)}
            </option>
          ))}
        </optgroup>
        {customIcons.length > 0 && (
          <optgroup label={translate('个性化图标')}>
            {customIcons.map(key => (
              <option key={key} value={key}>
                {key}
              </option>
            ))}
          </optgroup>
        )}
      </select>
    </FieldControl>
  )
}
