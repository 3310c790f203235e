import { useTranslate } from 'ra-core'
import { useFormContext, useFormState } from 'react-hook-form'

import type { Fields } from '../../../resources/kit/index.ts'
import { listErrors } from '../../fields/resolver.ts'
import { Button } from '../../ui/Button.tsx'

/** Lists all invalid fields with links to them. A single invalid field already has the focus, so it gets no list. */
export const ErrorSummary = ({ fields }: { fields: Fields }) => {
  const translate = useTranslate()
  const { setFocus } = useFormContext()
  const { errors, submitCount } = useFormState()
  const wrong = listErrors(errors, fields, translate)
  const isUnknown = wrong.some(({ label }) => label === '')
  if (submitCount === 0 || (wrong.length < 2 && !isUnknown)) return null
  return (
    <div className="error-summary" role="alert">
      <h2>{translate('请检查 %{count} 处', { count: wrong.length })}</h2>
      <ul>
        {wrong.map(({ name, label, message }) => (
          <li key={name}>
            {label ? (
              <Button look="link" onClick={() => setFocus(name)}>
                {translate('%{label}：%{text}', { label: label, text: message })}
              </Button>
            ) : (
              message
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
