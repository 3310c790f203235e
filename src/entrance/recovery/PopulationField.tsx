import { useTranslate } from 'ra-core'

import type { Population } from '../../../resources/domain/role.ts'

type Props = { value: Population; onChange: (userType: Population) => void }

/** Selects whose password is recovered, because a mobile number can belong to a lawyer and to an administrator. */
export const PopulationField = ({ value, onChange }: Props) => {
  const translate = useTranslate()
  const choices = [
    { userType: 2, label: translate('律师') },
    { userType: 1, label: translate('管理员') },
  ] as const
  return (
    <fieldset className="choices">
      <legend>{translate('登录身份')}</legend>
      {choices.map(({ userType, label }) => (
        <label key={userType} className="choice">
          <input
            type="radio"
            name="userType"
            checked={value === userType}
            onChange={() => onChange(userType)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  )
}
