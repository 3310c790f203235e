import { useTranslate } from 'ra-core'
import { useState } from 'react'

import { deciderName, decisionReason } from '../../../resources/sharedPreview.ts'
import { TextInput } from '../../fields/text/TextInput.tsx'
import { FieldForm } from '../../form/plain/FieldForm.tsx'
import { Button } from '../../ui/Button.tsx'
import { useFieldForm } from '../../form/plain/useFieldForm.ts'

const consentFields = { name: deciderName }
const refusalFields = { name: deciderName, reason: decisionReason }

type Answer = { name: string; reason?: string | null | undefined }
type FormProps = { onDecide: (answer: Answer) => Promise<void>; onChange: () => void }

const ConsentForm = ({ onDecide, onChange }: FormProps) => {
  const translate = useTranslate()
  const form = useFieldForm(consentFields, { onSave: onDecide })
  return (
    <FieldForm form={form} className="stack">
      <TextInput field={deciderName} source="name" autoComplete="name" />
      <p className="error" role="alert">
        {form.failure}
      </p>
      <p className="shared-buttons">
        <Button look="primary" type="submit" disabled={form.isSubmitting}>
          {translate('同意发布')}
        </Button>
        <Button onClick={onChange}>{translate('不同意')}</Button>
      </p>
    </FieldForm>
  )
}

const RefusalForm = ({ onDecide, onChange }: FormProps) => {
  const translate = useTranslate()
  const form = useFieldForm(refusalFields, { onSave: onDecide })
  return (
    <FieldForm form={form} className="stack">
      <TextInput field={deciderName} source="name" autoComplete="name" />
      <TextInput field={decisionReason} source="reason" />
      <p className="error" role="alert">
        {form.failure}
      </p>
      <p className="shared-buttons">
        <Button look="primary" type="submit" disabled={form.isSubmitting}>
          {translate('确认不同意')}
        </Button>
        <Button onClick={onChange}>{translate('返回')}</Button>
      </p>
    </FieldForm>
  )
}

type Props = { firm: string; onDecide: (decision: 1 | 2, answer: Answer) => Promise<void> }

/** What the client agrees to, and the two answers. */
export const ClientDecision = ({ firm, onDecide }: Props) => {
  const translate = useTranslate()
  const [isRefusing, setRefusing] = useState(false)
  return (
    <section className="shared-part" aria-label={translate('您的答复')}>
      <h2>{translate('是否同意发布？')}</h2>
      <ul className="shared-terms">
        <li>{translate('同意后，%{firm}可在小程序和官网公开上面的内容。', { firm })}</li>
        <li>{translate('内容有任何改动，都要再次征得您的同意。')}</li>
        <li>
          {translate(
            '同意没有期限，您可以随时撤回：答复后会得到一个撤回地址，也可以联系律所办理。撤回后立即下架。',
          )}
        </li>
      </ul>
      {isRefusing ? (
        <RefusalForm onDecide={answer => onDecide(2, answer)} onChange={() => setRefusing(false)} />
      ) : (
        <ConsentForm onDecide={answer => onDecide(1, answer)} onChange={() => setRefusing(true)} />
      )}
    </section>
  )
}
