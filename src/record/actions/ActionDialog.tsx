import { useTranslate } from 'ra-core'
import { useMemo } from 'react'

import type { AnyRecord, Who } from '../../../resources/kit/index.ts'
import type { Translate } from '../../../resources/kit/translate.ts'
import { actionDialogFields } from './dialogFields.ts'
import { FormDialog } from './FormDialog.tsx'
import type { NamedAction } from '../../shell/useRights.ts'

export type ActionFailure = { record: AnyRecord; message: string }

type Props = {
  action: NamedAction
  who: Who
  /** Empty for an action that concerns no record. */
  records: readonly AnyRecord[]
  titleOf: (record: AnyRecord) => string
  isRunning: boolean
  /** Number of records processed so far. */
  done: number
  failures: readonly ActionFailure[]
  onClose: () => void
  onRun: (answers: object) => void
}

const titleFor = (
  verb: string,
  [first, ...others]: Props['records'],
  titleOf: Props['titleOf'],
  translate: Translate,
) => {
  if (!first) return verb
  return others.length === 0
    ? translate('%{verb}“%{title}”@dialog', { verb, title: titleOf(first) })
    : translate('%{verb} %{count} 项', { verb, count: others.length + 1 })
}

/** Dialog for an action: says what it does to which records, asks for its input, and lists failures. */
export const ActionDialog = ({ action, who, records, titleOf, done, failures, onRun, ...props }: Props) => {
  const translate = useTranslate()
  const fields = useMemo(() => actionDialogFields(action, who), [action, who])
  const title = titleFor(translate(action.label), records, titleOf, translate)
  return (
    <FormDialog
      {...props}
      title={title}
      text={
        action.confirm === undefined
          ? Object.keys(fields).length === 0 && translate('确定%{title}吗？', { title })
          : translate(action.confirm)
      }
      fields={fields}
      submitLabel={translate(action.label)}
      isDanger={action.isDanger}
      onSubmit={onRun}
    >
      {props.isRunning && records.length > 1 && (
        <p role="status">
          <progress value={done} max={records.length} /> {done}/{records.length}
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
