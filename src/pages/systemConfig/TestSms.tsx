import { useMutation } from '@tanstack/react-query'
import { useNotify, useTranslate } from 'ra-core'
import { useState } from 'react'

import { mobile } from '../../../resources/kit/index.ts'
import { system } from '../../../resources/settings/system.ts'
import { FormDialog } from '../../record/actions/FormDialog.tsx'
import { useServedCall } from '../../session/useCall.ts'
import { Button } from '../../ui/Button.tsx'
import { failureOf } from '../../form/saving/failure.ts'

const fields = { mobile: mobile('手机号') }

/** Button that sends a test message with the saved settings, and shows the provider's error if it fails. */
export const TestSms = () => {
  const translate = useTranslate()
  const notify = useNotify()
  const testCall = useServedCall('system.testSms')
  const [isOpen, setOpen] = useState(false)
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async (values: object) => testCall?.(system.calls.testSms.input.parse(values)),
    onSuccess: () => {
      notify(translate('测试短信已发出，请在手机上查看'), { type: 'success' })
      setOpen(false)
    },
  })
  if (!testCall) return null
  const close = () => {
    setOpen(false)
    reset()
  }
  return (
    <>
      <Button onClick={() => setOpen(true)}>{translate('发送测试短信')}</Button>
      {isOpen && (
        <FormDialog
          title={translate('发送测试短信')}
          text={translate('用已保存的短信设置发送一条验证码短信，产生一条短信的费用。')}
          fields={fields}
          draftName="testSms"
          submitLabel={translate('发送')}
          isRunning={isPending}
          onClose={close}
          onSubmit={values => mutate(values)}
        >
          {error && (
            <p className="field-error" role="alert">
              {failureOf(error, translate).message}
            </p>
          )}
        </FormDialog>
      )}
    </>
  )
}
