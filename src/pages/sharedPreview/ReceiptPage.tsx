import { useTranslate } from 'ra-core'
import { useEffect, useState } from 'react'

import { errorSentence } from '../../../providers/envelope.ts'
import { decisionReason, receiptAnswer } from '../../../resources/sharedPreview.ts'
import { timestampText } from '../../fields/dates/dates.ts'
import { TextInput } from '../../fields/text/TextInput.tsx'
import { FieldForm } from '../../form/plain/FieldForm.tsx'
import { useFieldForm } from '../../form/plain/useFieldForm.ts'
import { useFormats } from '../../language/useLanguage.ts'
import { previewLinkAddress } from '../../record/previewLinks/previewLinkAddress.ts'
import { Spinner } from '../../ui/Spinner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Heading } from '../../entrance/Heading.tsx'
import { readReceipt, withdrawByReceipt } from './publicCall.ts'
import { useFirmName } from './useFirmName.ts'

/** Address by which a consent is withdrawn; it lasts. */
export const receiptAddress = (receipt: string) => previewLinkAddress(`receipt.${receipt}`)

type Receipt = ReturnType<typeof receiptAnswer.parse>
const fields = { reason: decisionReason }

const WithdrawalForm = ({ receipt, onWithdrawn }: { receipt: string; onWithdrawn: () => void }) => {
  const translate = useTranslate()
  const form = useFieldForm(fields, {
    onSave: async ({ reason }) => {
      await withdrawByReceipt({ receipt, ...(reason && { reason }) })
      onWithdrawn()
    },
  })
  return (
    <FieldForm form={form} className="stack">
      <TextInput field={decisionReason} source="reason" />
      <p className="error" role="alert">
        {form.failure}
      </p>
      <Button look="primary" type="submit" disabled={form.isSubmitting}>
        {translate('撤回同意')}
      </Button>
    </FieldForm>
  )
}

const ConsentState = ({ receipt, found }: { receipt: string; found: Receipt }) => {
  const translate = useTranslate()
  const formats = useFormats()
  const [isWithdrawn, setWithdrawn] = useState(found.withdrawnAt !== null)
  const { decidedBy, decidedAt, title } = found
  const firm = useFirmName(found)
  return (
    <section className="shared-part">
      <Heading>{isWithdrawn ? translate('同意已撤回') : translate('您的同意')}</Heading>
      <p>
        {translate('“%{name}”于 %{time} 同意%{firm}发布《%{title}》。', {
          name: decidedBy,
          firm,
          time: timestampText(decidedAt, formats),
          title,
        })}
      </p>
      {isWithdrawn ? (
        <p role="status">{translate('内容已经下架，没有您的同意不会再次公开。')}</p>
      ) : (
        <WithdrawalForm receipt={receipt} onWithdrawn={() => setWithdrawn(true)} />
      )}
    </section>
  )
}

/** Page of a consent that was given, where it can be withdrawn. */
export const ReceiptPage = ({ receipt }: { receipt: string }) => {
  const translate = useTranslate()
  const [answer, setAnswer] = useState<{ found: Receipt } | { error: unknown } | null>(null)
  useEffect(() => {
    void readReceipt({ receipt })
      .then(found => setAnswer({ found }))
      .catch((error: unknown) => setAnswer({ error }))
  }, [receipt])
  if (!answer) return <Spinner />
  if ('found' in answer) return <ConsentState receipt={receipt} found={answer.found} />
  return (
    <section className="shared-part">
      <Heading>{translate('无法打开')}</Heading>
      <p role="alert">{errorSentence(answer.error, translate)}</p>
    </section>
  )
}
