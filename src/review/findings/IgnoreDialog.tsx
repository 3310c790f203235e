import { useTranslate } from 'ra-core'
import { useLocation } from 'react-router-dom'

import { reason as reasonSchema, text } from '../../../resources/kit/index.ts'
import { FormDialog } from '../../record/actions/FormDialog.tsx'

const fields = {
  reason: {
    ...text('忽略原因', { min: 2, max: 200, isMultiline: true, hint: '将写入重要日志，作者可以看到' }),
    schema: reasonSchema,
  },
}

type Props = {
  text: string
  isRunning: boolean
  failure: string | null
  onClose: () => void
  onIgnore: (reason: string) => void
}

/** Asks for the reason for ignoring a finding. */
export const IgnoreDialog = ({ text: explanation, isRunning, failure, onClose, onIgnore }: Props) => {
  const translate = useTranslate()
  const { pathname } = useLocation()
  return (
    <FormDialog
      title={translate('忽略推广合规提示')}
      text={explanation}
      fields={fields}
      draftName={`ignore ${pathname} ${explanation}`}
      submitLabel={translate('忽略')}
      isRunning={isRunning}
      onClose={onClose}
      onSubmit={values => onIgnore(reasonSchema.parse('reason' in values ? values.reason : ''))}
    >
      <p className="secondary">
        {translate('只忽略这一处词句；改写后会重新检查。被忽略的提示不再阻止提交和通过。')}
      </p>
      {failure && (
        <p className="failures" role="alert">
          {translate('没有完成：%{failure}', { failure })}
        </p>
      )}
    </FormDialog>
  )
}
