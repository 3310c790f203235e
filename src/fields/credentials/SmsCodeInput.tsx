import type { UseFormReturn } from 'react-hook-form'

import type { SmsScene } from '../../../providers/proofs.ts'
import { type Field, toMobile } from '../../../resources/kit/index.ts'
import { useField } from '../useField.ts'
import { SmsCodeControl } from './SmsCodeControl.tsx'
import { type SmsCodeState, useSmsCode } from './useSmsCode.ts'

type Methods = Pick<UseFormReturn, 'trigger' | 'getValues' | 'setError' | 'clearErrors' | 'setFocus'>

/** SMS codes for a form with the fields `mobile` and `smsCode`; codes are sent to the number in the form. */
export const useFormSmsCode = (
  { trigger, getValues, setError, clearErrors, setFocus }: Methods,
  scene: SmsScene,
  sentenceOf: (error: unknown) => string,
) => {
  const showMessage = (name: 'mobile' | 'smsCode') => (message: string) =>
    message === '' ? clearErrors(name) : setError(name, { type: 'server', message }, { shouldFocus: true })
  return useSmsCode({
    scene,
    sentenceOf,
    readMobile: async () =>
      (await trigger('mobile', { shouldFocus: true })) ? toMobile(String(getValues('mobile'))) : null,
    onWrongMobile: showMessage('mobile'),
    onError: showMessage('smsCode'),
    focusCode: () => setFocus('smsCode'),
  })
}

type Props = { field: Field<'text'>; sms: SmsCodeState }

/** Field of a form for an SMS code. */
export const SmsCodeInput = ({ field, sms }: Props) => {
  const { value, onChange, control, described } = useField<string>({ field, source: 'smsCode' })
  return (
    <SmsCodeControl
      {...control}
      described={described}
      sms={sms}
      value={value ?? ''}
      onCode={code => onChange(code || null)}
    />
  )
}
