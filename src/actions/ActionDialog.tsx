import { Form, type SaveHandler } from 'ra-core'
import { type ReactNode, useMemo } from 'react'
import { useFormState } from 'react-hook-form'

import type { AnyRecord, Who } from '../../resources/kit/index.ts'
import { Input } from '../fields/inputs.tsx'
import { initialOf } from '../fields/kinds.tsx'
import { resolverOf } from '../fields/resolver.ts'
import { askedBy } from './asked.ts'
import { Dialog } from './Dialog.tsx'
import type { Failure } from './useRun.ts'
import type { NamedAction } from './useRights.ts'

type Props = {
  action: NamedAction
  who: Who
  /** Empty for an action about no record. */
  records: readonly AnyRecord[]
  titleOf: (record: AnyRecord) => string
  isRunning: boolean
  done: number
  failures: readonly Failure[]
  onClose: () => void
  onRun: (answers: object) => void
}

const subjectOf = (records: readonly AnyRecord[], titleOf: Props['titleOf']) => {
  const [only] = records
  if (!only) return ''
  return records.length === 1 ? `「${titleOf(only)}」` : ` ${records.length} 项`
}

const Buttons = ({ action, isRunning, onClose }: Pick<Props, 'action' | 'isRunning' | 'onClose'>) => {
  const { isSubmitting } = useFormState()
  const isBusy = isRunning || isSubmitting
  return (
    <footer className="dialog-foot">
      <button type="button" className="button" disabled={isBusy} onClick={onClose}>
        取消
      </button>
      <button
        type="submit"
        className={action.isDanger ? 'button button-danger' : 'button button-primary'}
        disabled={isBusy}
      >
        {isBusy ? '处理中…' : action.label}
      </button>
    </footer>
  )
}

const Failures = ({ failures, titleOf }: Pick<Props, 'failures' | 'titleOf'>): ReactNode =>
  failures.length > 0 && (
    <div className="failures" role="alert">
      <p>{failures.length === 1 ? '没有完成:' : `${failures.length} 项没有完成:`}</p>
      <ul>
        {failures.map(({ record, message }) => (
          <li key={record.id ?? 0}>
            {record.id ? `${titleOf(record)}:` : ''}
            {message}
          </li>
        ))}
      </ul>
    </div>
  )

/** One dialog for all actions: says what will happen to what, asks what the call needs, shows what failed. */
export const ActionDialog = ({ action, who, records, titleOf, ...props }: Props) => {
  const { isRunning, done, failures, onClose, onRun } = props
  const asked = useMemo(() => askedBy(action, who), [action, who])
  const resolver = useMemo(() => resolverOf(asked), [asked])
  const initial = useMemo(
    () => Object.fromEntries(Object.entries(asked).map(([name, field]) => [name, initialOf(field)])),
    [asked],
  )
  return (
    <Dialog title={`${action.label}${subjectOf(records, titleOf)}`} onClose={isRunning ? undefined : onClose}>
      <Form
        defaultValues={initial}
        resolver={resolver}
        noValidate
        disableInvalidFormNotification
        onSubmit={(answers => onRun(answers)) as SaveHandler<object>}
      >
        <div className="dialog-content">
          {action.confirm && <p>{action.confirm}</p>}
          {!action.confirm && Object.keys(asked).length === 0 && (
            <p>{`确定${action.label}${subjectOf(records, titleOf)}吗?`}</p>
          )}
          {Object.entries(asked).map(([name, field]) => (
            <Input key={name} field={field} source={name} />
          ))}
          {isRunning && records.length > 1 && (
            <p role="status">
              <progress value={done} max={records.length} /> {done}/{records.length}
            </p>
          )}
          <Failures failures={failures} titleOf={titleOf} />
        </div>
        <Buttons action={action} isRunning={isRunning} onClose={onClose} />
      </Form>
    </Dialog>
  )
}
