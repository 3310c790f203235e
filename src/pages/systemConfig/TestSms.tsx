import { useNotify, useTranslate } from 'ra-core'
import { useState } from 'react'

import { callAddition } from '../../../providers/call.ts'
import { mobile } from '../../../resources/kit/index.ts'
import { system } from '../../../resources/settings/system.ts'
import { FormDialog } from '../../record/actions/FormDialog.tsx'
import { Button } from '../../shell/Button.tsx'
import { PageActions } from '../../shell/pageSlots.tsx'
import { useAddition } from '../../shell/sessionContext.ts'
import { type SaveFailure, failureOf } from '../../form/failure.ts'

const fields = { mobile: mobile('手机号') }

/** Sends a message with what is saved, and shows what the provider says against it. */
export const TestSms = () => {
  const translate = useTranslate()
  const notify = useNotify()
  const testing = useAddition('system.testSms')
  const [isOpen, setOpen] = useState(false)
  const [isRunning, setRunning] = useState(false)
  const [failure, setFailure] = useState<SaveFailure | null>(null)
  if (!testing) return null
  const close = () => {
    setOpen(false)
    setFailure(null)
  }
  const send = async (values: object) => {
    setRunning(true)
    setFailure(null)
    try {
      await callAddition(testing, system.calls.testSms.input.parse(values))
      notify(translate('测试短信已发出，请在手机上查看'), { type: 'success' })
      close()
    } catch (error) {
      setFailure(failureOf(error, translate))
    } finally {
      setRunning(false)
    }
  }
  return (
    <PageActions>
      <Button onClick={() => setOpen(true)}>{translate('发送测试短信')}</Button>
      {isOpen && (
        <FormDialog
          title={translate('发送测试短信')}
          text={translate('用已保存的短信设置发送一条验证码短信，产生一条短信的费用。')}
          fields={fields}
          submitLabel={translate('发送')}
          isRunning={isRunning}
          onClose={close}
          onSubmit={values => void send(values)}
        >
          {failure && (
            <p className="field-error" role="alert">
              {failure.message}
            </p>
          )}
        </FormDialog>
      )}
    </PageActions>
  )
}
