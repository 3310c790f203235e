import { useTranslate } from 'ra-core'

import { commonIcons } from '../../../resources/domain/icons.ts'
import { useSession } from '../../session/sessionContext.ts'
import { FieldFrame } from '../FieldFrame.tsx'
import { ariaProps, type InputProps, useField } from '../useField.ts'

/** Select for an icon: one of the mini-program's common icons, or one that the firm has added. */
export const IconInput = ({ field, source, isDisabled }: InputProps<'custom'>) => {
  const translate = useTranslate()
  const { id, value, onChange, onBlur, ref, name, error } = useField<string>(source)
  const customIcons = Object.keys(useSession().conf.assets?.icons ?? {})
  const isKnown = value === null || value in commonIcons || customIcons.includes(value)
  return (
    <FieldFrame id={id} field={field} error={error}>
      <select
        {...ariaProps(id, { error, field })}
        id={id}
        name={name}
        className="control control-select"
        disabled={isDisabled}
        value={value ?? ''}
        onChange={({ target }) => onChange(target.value || null)}
        onBlur={onBlur}
        ref={ref}
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
    </FieldFrame>
  )
}
