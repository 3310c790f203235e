import { useTranslate } from 'ra-core'
import { useEffect, useEffectEvent, useMemo } from 'react'

import { type AskedField, applicantFieldsFor } from '../../../resources/domain/applicant.ts'
import type { FieldErrors } from '../../../resources/domain/codes.ts'
import { type Field, type Option, select } from '../../../resources/kit/index.ts'
import { NativeSelect } from '../../fields/NativeSelect.tsx'
import { TextInput } from '../../fields/TextInput.tsx'
import { useFieldForm } from '../../form/useFieldForm.ts'
import { signInErrorMessage } from '../errorMessage.ts'
import { Heading, TextButton } from '../Heading.tsx'
import { StepForm } from '../StepForm.tsx'
import { type Application, applicationOf, type Progress } from './progress.ts'

/** What a browser knows of whoever sits before it. */
const autoComplete: Readonly<Record<string, string>> = { name: 'name', email: 'email' }

type InputProps = { field: Field; source: string; offices: readonly Option[] }

/** The kinds that applicants are asked for; an office is chosen from the list that everybody may read. */
const ApplicantInput = ({ field, source, offices }: InputProps) => {
  const choices: Partial<Record<Field['kind'], { options: readonly Option[]; hasOwnNames?: true }>> = {
    reference: { options: offices, hasOwnNames: true },
    select: { options: 'options' in field ? field.options : [] },
  }
  const choice = choices[field.kind]
  if (choice) {
    const asSelect = { ...select(field.label, choice.options), isRequired: field.isRequired }
    return <NativeSelect field={asSelect} source={source} hasOwnNames={choice.hasOwnNames} />
  }
  return 'isMultiline' in field ? (
    <TextInput field={field} source={source} autoComplete={autoComplete[source]} />
  ) : null
}

type Props = {
  progress: Progress
  asked: readonly AskedField[]
  offices: readonly Option[]
  /** What the server said of it at a later step. */
  errors: FieldErrors
  /** Called after every change, so that nothing typed is lost. */
  onChange: (application: Application) => void
  onDone: (application: Application) => void
  onOtherMobile: () => void
}

/** Who the applicant is: the name, and what the firm asks for. */
export const ProfileStep = ({ progress, asked, offices, errors, ...on }: Props) => {
  const translate = useTranslate()
  const fields = useMemo(() => applicantFieldsFor(asked), [asked])
  const form = useFieldForm(fields, {
    initial: progress.application,
    say: (error, translate) => signInErrorMessage(error, true, translate),
    onSave: async values => on.onDone({ ...progress.application, ...applicationOf(values) }),
  })
  const { subscribe } = form.methods
  const change = useEffectEvent((values: object) =>
    on.onChange({ ...progress.application, ...applicationOf(values) }),
  )
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => change(values) }),
    [subscribe],
  )
  const showErrors = useEffectEvent(() => void form.showErrors(errors))
  useEffect(() => showErrors(), [])
  return (
    <section className="sign-in-form hash-page">
      <Heading step={[2, 3]}>{translate('填写资料')}</Heading>
      <p className="field-note proved">{translate('手机号 %{mobile} 已验证', { mobile: progress.mobile })}</p>
      <StepForm form={form} label={translate('下一步')}>
        {Object.entries(fields).map(([name, field]) => (
          <ApplicantInput key={name} field={field} source={name} offices={offices} />
        ))}
      </StepForm>
      <p className="between ways">
        <TextButton onClick={on.onOtherMobile}>{translate('换一个手机号')}</TextButton>
      </p>
    </section>
  )
}
