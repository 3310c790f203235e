import type { UseFormReturn } from 'react-hook-form'

import type { SmsScene } from '../../../providers/proofs.ts'
import { mobileDigits } from '../../../resources/domain/credentials.ts'
import type { Field } from '../../../resources/kit/index.ts'
import { useField } from '../useField.ts'
import { SmsCodeControl } from './SmsCodeControl.tsx'
import { type SmsCodeState, useSmsCode } from './useSmsCode.ts'

type Methods = Pick<UseFormReturn, 'trigger' | 'getValues' | 'setError' | 'clearErrors' | 'setFocus'>

/** The code of a form whose fields are `mobile` and `smsCode`: it goes to the number that is written there. */
export const useFormSmsCode = (
  { trigger, getValues, setError, clearErrors, setFocus }: Methods,
  scene: SmsScene,
  sentenceOf: (error: unknown) => string,
) => {
  const tell = (name: 'mobile' | 'smsCode') => (message: string) =>
    message === '' ? clearErrors(name) : setError(name, { type: 'server', message }, { shouldFocus: true })
  return useSmsCode({
    scene,
    sentenceOf,
    readMobile: async () =>
      (await trigger('mobile', { shouldFocus: true })) ? mobileDigits(String(getValues('mobile'))) : null,
    onWrongMobile: tell('mobile'),
    onError: tell('smsCode'),
    focusCode: () => setFocus('smsCode'),
  })
}

type Props = { field: Field<'text'>; sms: SmsCodeState }

/** A code by SMS in a form. */
export const SmsCodeInput = ({ field, sms }: Props) => {
  const { id, name, value, onChange, onBlur, ref, error } = useField<string>('smsCode')
  return (
    <SmsCodeControl
      id={id}
      name={name}
      onBlur={onBlur}
      ref={ref}
      field={field}
      sms={sms}
      value={value ?? ''}
      onCode={code => onChange(code || null)}
      error={error}
    />
  )
}
