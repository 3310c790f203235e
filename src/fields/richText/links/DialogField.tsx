import { useId } from 'react'

import { preventComposingSubmit } from '../../text/useIme.ts'

type Props = {
  label: string
  value: string
  onChange: (value: string) => void
  placeholder?: string
  error?: string | undefined
  isAddress?: boolean
}

/** Text field in a dialog of the editor; it is not part of the surrounding form. */
export const DialogField = ({ label, value, onChange, placeholder, error, isAddress }: Props) => {
  const id = useId()
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className="control"
        inputMode={isAddress ? 'url' : 'text'}
        autoComplete="off"
        placeholder={placeholder}
        value={value}
        onKeyDown={preventComposingSubmit}
        aria-invalid={error ? true : undefined}
        aria-describedby={error && `${id}-error`}
        onChange={({ target }) => onChange(target.value)}
      />
      {error && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}
