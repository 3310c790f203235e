import { personTypes } from '../../../../resources/domain/personType.ts'
import { linkButton, stepHead } from '../doorParts.ts'
import { make, textAt, valueAt } from '../elements.ts'
import { type FormField, inputField, selectField } from '../formField.ts'
import type { LoginOptions } from '../loginOptions.ts'
import { stepForm } from '../stepForm.ts'
import type { Application, ApplicationField, Progress } from './application.ts'
import { errorsIn, labels } from './check.ts'
import { translate } from '../../../../resources/kit/translate.ts'

/** The firm's offices, as the call for choices answers them. */
const officeChoices = (offices: unknown) =>
  (Array.isArray(offices) ? offices : []).map(
    (it: unknown) => [String(valueAt(it, 'organizationId')), textAt(it, 'name')] as const,
  )

const builders = {
  licenseNumber: (isOptional: boolean) =>
    inputField('licenseNumber', labels.licenseNumber, {
      isOptional,
      hint: translate('律师执业证上的17位数字，旧证为12位'),
      attributes: { inputmode: 'numeric', maxlength: '20', autocomplete: 'off' },
    }),
  email: (isOptional: boolean) =>
    inputField('email', labels.email, {
      isOptional,
      attributes: { type: 'email', inputmode: 'email', autocomplete: 'email', maxlength: '100' },
    }),
  inviteCode: (isOptional: boolean) =>
    inputField('inviteCode', labels.inviteCode, {
      isOptional,
      hint: translate('管理员发给您的8位代码，填写后无需等待审核'),
      attributes: { autocomplete: 'off', maxlength: '8' },
    }),
} satisfies Partial<Record<ApplicationField, (isOptional: boolean) => FormField>>

const fieldsFor = (asked: LoginOptions['registerFields'], offices: unknown) => {
  const build = (field: (typeof asked)[number]['field'], isOptional: boolean): FormField => {
    if (field === 'organizationId')
      return selectField(field, labels[field], officeChoices(offices), { isOptional })
    if (field === 'personType') {
      const choices = personTypes.map(([value, label]) => [String(value), label] as const)
      return selectField(field, labels[field], choices, { isOptional })
    }
    return builders[field](isOptional)
  }
  const name: FormField = inputField('name', labels.name, {
    attributes: { autocomplete: 'name', maxlength: '40' },
  })
  return new Map<ApplicationField, FormField>([
    ['name', name],
    ...asked.map(({ field, isRequired }) => [field, build(field, !isRequired)] as const),
  ])
}

type Options = {
  progress: Progress
  asked: LoginOptions['registerFields']
  offices: unknown
  /** After every change, so that nothing typed is lost. */
  onChange: (application: Application) => void
  onDone: (application: Application) => void
  onOtherMobile: () => void
}

/** Who the applicant is: the name, and what the firm asks for. */
export const profileStep = ({ progress, asked, offices, onChange, onDone, onOtherMobile }: Options) => {
  const fields = fieldsFor(asked, offices)
  for (const [field, { control }] of fields) control.value = progress.application[field]
  const read = (): Application => ({
    ...progress.application,
    ...Object.fromEntries([...fields].map(([field, { control }]) => [field, control.value])),
  })
  const { form, showErrors } = stepForm({
    fields: Object.fromEntries(fields),
    content: [...fields.values()].map(it => it.row),
    label: translate('下一步'),
    onSubmit: async () => {
      const application = read()
      const errors = errorsIn({ ...progress, application }, asked)
      const own = Object.entries(errors).filter(([field]) => [...fields.keys()].some(it => it === field))
      if (own.length > 0) return Object.fromEntries(own)
      onDone(application)
    },
  })
  form.addEventListener('input', () => onChange(read()))
  const head = make(
    'p',
    { class: 'field-note proved' },
    translate('手机号 %{mobile} 已验证', { mobile: progress.mobile }),
  )
  const back = make('p', { class: 'between ways' }, linkButton(translate('换一个手机号'), onOtherMobile))
  return { content: [...stepHead(translate('填写资料'), 2, 3), head, form, back], showErrors }
}
