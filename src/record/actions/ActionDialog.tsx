import { useTranslate } from 'ra-core'
import { useMemo } from 'react'

import type { AnyEntity, AnyRecord } from '../../../resources/kit/index.ts'
import { recordTitle } from '../../routing/recordTitle.ts'
import type { NamedAction } from '../../session/useRights.ts'
import { actionTitle, recordNames } from './actionTitle.ts'
import { Concerned } from './Concerned.tsx'
import { actionDialogFields } from './dialogFields.ts'
import { FormDialog } from './FormDialog.tsx'
import { ProgressBar } from '../../ui/progress/ProgressBar.tsx'

export type ActionFailure = { record: AnyRecord; message: string }

type Props = {
  resource: AnyEntity
  action: NamedAction
  records: readonly AnyRecord[]
  isRunning: boolean
  /** Number of records processed so far. */
  done: number
  failures: readonly ActionFailure[]
  onClose: () => void
  onRun: (answers: object) => void
}

/** Dialog for an action: says what it does to which records, asks for its input, and lists failures. */
export const ActionDialog = ({ resource, action, records, done, failures, onRun, ...props }: Props) => {
  const translate = useTranslate()
  const { who } = resource.calls[action.call]!
  const fields = useMemo(() => actionDialogFields(action, who), [action, who])
  const titleOf = (record: AnyRecord) => recordTitle(resource, record, translate)
  const title = actionTitle(translate(action.label), records, titleOf, translate)
  const question =
    action.confirm === undefined
      ? Object.keys(fields).length === 0 && translate('确定%{title}吗？', { title })
      : translate(action.confirm)
  const names = recordNames(records, titleOf, translate)
  return (
    <FormDialog
      {...props}
      title={title}
      text={
        <>
          {action.concerns && <Concerned resource={resource.name} concerns={action.concerns} />}
          {question}
          {names && <span className="caption action-names">{names}</span>}
        </>
      }
      fields={fields}
      draftName={`${resource.name}.${action.name} ${records.map(it => it.id).join(' ')}`}
      submitLabel={translate(action.label)}
      isDanger={action.isDanger}
      onSubmit={onRun}
    >
      {props.isRunning && records.length > 1 && (
        <p role="status">
          <ProgressBar value={done} max={records.length} /> {done}/{records.length}
        </p>
      )}
      {failures.length > 0 && (
        <div className="failures" role="alert">
          <p>
            {failures.length === 1
              ? translate('没有完成：')
              : translate('%{count} 项没有完成：', { count: failures.length })}
          </p>
          <ul>
            {failures.map(({ record, message }) => (
              <li key={record.id}>
                {record.id
                  ? translate('%{label}：%{text}', { label: titleOf(record), text: message })
                  : message}
              </li>
            ))}
          </ul>
        </div>
      )}
    </FormDialog>
  )
}
