import { useTranslate } from 'ra-core'
import { type ComponentProps, useState } from 'react'

type Props = Omit<ComponentProps<'input'>, 'type' | 'className'> & {
  id: string
  /** Label of the password, used in the name of the button that reveals it. */
  label: string
  autoComplete: 'current-password' | 'new-password'
}

/** Password input with a button that reveals the text. */
export const PasswordControl = ({ label, ...attributes }: Props) => {
  const translate = useTranslate()
  const [isShown, setShown] = useState(false)
  return (
    <div className="password-control">
      <input
        {...attributes}
        type={isShown ? 'text' : 'password'}
        className="control"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={128}
      />
      <button
        type="button"
        className="password-button"
        aria-label={isShown ? translate('隐藏%{label}', { label }) : translate('显示%{label}', { label })}
        aria-pressed={isShown}
        aria-controls={attributes.id}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? translate('隐藏') : translate('显示')}
      </button>
    </div>
  )
}
