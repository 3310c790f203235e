import { useTranslate } from 'ra-core'
import { type ComponentType, useEffect, useEffectEvent, useMemo } from 'react'

import {
  type applicantFields,
  type AskedRegisterField,
  applicantFieldsFor,
} from '../../../resources/domain/applicant.ts'
import type { FieldErrors } from '../../../resources/domain/codes.ts'
import { type Field, type Option, select } from '../../../resources/kit/index.ts'
import { NativeSelect } from '../../fields/choice/NativeSelect.tsx'
import { TextInput } from '../../fields/text/TextInput.tsx'
import { useFieldForm } from '../../form/plain/useFieldForm.ts'
import { signInErrorMessage } from '../signIn/errorMessage.ts'
import { Heading, TextButton } from '../Heading.tsx'
import { StepForm } from '../StepForm.tsx'
import { type Application, parseApplication, type RegistrationProgress } from './progress.ts'

/** `autocomplete` tokens of fields that browsers can fill in. */
const autoComplete: Readonly<Record<string, string>> = { name: 'name', email: 'email' }

/** Kinds of the fields that applicants fill in. */
type AskedKind = (typeof applicantFields)[keyof typeof applicantFields]['kind']
type InputProps<K extends AskedKind> = { field: Field<K>; source: string; offices: readonly Option[] }

const inputOfKind: { [K in AskedKind]: ComponentType<InputProps<K>> } = {
  text: ({ field, source }) => (
    <TextInput field={field} source={source} autoComplete={autoComplete[source]} />
  ),
  select: ({ field, source }) => <NativeSelect field={field} source={source} />,
  // Offices come from a public list, because applicants cannot read the resource.
  reference: ({ field, source, offices }) => (
    <NativeSelect
      field={{ ...select(field.label, offices), isRequired: field.isRequired }}
      source={source}
      hasOwnNames
    />
  ),
}

const ApplicantInput = <K extends AskedKind>(props: InputProps<K>) => {
  const kind: K = props.field.kind
  const Content: ComponentType<InputProps<K>> = inputOfKind[kind]
  return <Content {...props} />
}

type Props = {
  progress: RegistrationProgress
  asked: readonly AskedRegisterField[]
  offices: readonly Option[]
  /** Errors that the server reported in a later step. */
  errors: FieldErrors
  /** Called after each change, so that nothing typed is lost. */
  onChange: (application: Application) => void
  onDone: (application: Application) => void
  onOtherMobile: () => void
}

/** Step for the applicant's name and the data that the firm asks for. */
export const ProfileStep = ({ progress, asked, offices, errors, ...on }: Props) => {
  const translate = useTranslate()
  const fields = useMemo(() => applicantFieldsFor(asked), [asked])
  const form = useFieldForm(fields, {
    initial: progress.application,
    say: (error, translate) => signInErrorMessage(error, true, translate),
    onSave: async values => on.onDone({ ...progress.application, ...parseApplication(values) }),
  })
  const { subscribe } = form.methods
  const reportChange = useEffectEvent((values: object) =>
    on.onChange({ ...progress.application, ...parseApplication(values) }),
  )
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => reportChange(values) }),
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
