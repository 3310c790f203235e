import { useTranslate } from 'ra-core'
import { useFormState } from 'react-hook-form'

import type { Translate } from '../../../resources/kit/translate.ts'
import { type FieldError, listErrors } from '../../fields/resolver.ts'
import { UnsavedCount } from '../../form/undoable/IntentBar.tsx'
import type { RecordFormState } from '../../form/useRecordForm.ts'
import { missingArticleFields } from './missing.ts'

type Props = { form: RecordFormState; submitLabel: string }

/** Text about invalid fields, because they may be scrolled out of view. */
const errorText = (wrong: readonly FieldError[], translate: Translate) => {
  const [first] = wrong
  return wrong.length === 1
    ? translate('%{label}：%{text}', { label: first!.label, text: first!.message })
    : translate('有 %{count} 处需要修改', { count: wrong.length })
}

/** Text in the save bar: errors, otherwise unsaved changes and fields that are missing for publication. */
export const ArticleStatus = ({ form, submitLabel }: Props) => {
  const translate = useTranslate()
  const { errors } = useFormState()
  const wrong = listErrors(errors, form.fields, translate)
  if (wrong.length > 0) return <span className="field-error">{errorText(wrong, translate)}</span>
  const missing = missingArticleFields(form.fields, form.values)
  return (
    <>
      <UnsavedCount form={form} />
      {missing.length > 0 && (
        <span>
          {translate('%{submitLabel}前还需填写：%{missing}', {
            submitLabel,
            missing: missing.map(it => translate(it)).join(translate('、')),
          })}
        </span>
      )}
    </>
  )
}
