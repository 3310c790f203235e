import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNotify, useTranslate } from 'ra-core'
import { useState } from 'react'

import { errorSentence } from '../../../providers/envelope.ts'
import type { registry } from '../../../resources/index.ts'
import type { OutputOf } from '../../../resources/kit/index.ts'
import { timestampText } from '../../fields/dates/dates.ts'
import { refreshRows } from '../../form/saving/refreshRows.ts'
import { useCall, useServedCall } from '../../session/useCall.ts'
import { Button } from '../../ui/Button.tsx'
import { DialogFoot } from '../../ui/dialog/DialogFoot.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { useFormats } from '../../language/useLanguage.ts'
import { Loaded } from '../../states/Loaded.tsx'
import { ChangedValue } from './ChangedValue.tsx'
import type { Entry } from './TimelineEntry.tsx'

export type TimelineSubject = { type: string; id?: number }
export type RestoreOptions = {
  /** Name of the resource whose cached records are loaded again. */
  resource: string
  /** What restoring will do. */
  consequence?: string
}

type Differences = OutputOf<(typeof registry)['timeline.differences']>
type Field = Differences['fields'][number]

type ChoiceProps = { field: Field; isChosen: boolean; onChoose: () => void }

/** A field with the difference that restoring it would make, or the reason why it cannot be restored. */
const FieldChoice = ({ field, isChosen, onChoose }: ChoiceProps) => {
  const translate = useTranslate()
  const label = translate(field.label)
  return (
    <li className="restore-field">
      {field.why === null ? (
        <label className="cluster">
          <input type="checkbox" checked={isChosen} onChange={onChoose} />
          <strong>{label}</strong>
        </label>
      ) : (
        <p className="cluster">
          <strong>{label}</strong>
          <span className="caption">{translate('不能恢复：%{why}', { why: translate(field.why) })}</span>
        </p>
      )}
      <div className="history-diff">
        <ChangedValue change={field} />
      </div>
    </li>
  )
}

const useRestoreFields = (
  subject: TimelineSubject,
  entry: Entry,
  { resource }: RestoreOptions,
  onClose: () => void,
) => {
  const translate = useTranslate()
  const client = useQueryClient()
  const notify = useNotify()
  const restoreCall = useServedCall('timeline.restore')
  return useMutation({
    mutationFn: async (values: { version: number; fields?: string[] }) =>
      restoreCall?.({ ...subject, entry: entry.entry, ...values }),
    onSuccess: () => {
      notify(translate('已恢复'), { type: 'success' })
      onClose()
    },
    onError: error => notify(errorSentence(error, translate), { type: 'error' }),
    onSettled: () => Promise.all([refreshRows(client), client.invalidateQueries({ queryKey: [resource] })]),
  })
}

type ContentProps = Omit<Props, 'restoring'> & {
  differences: Differences
  mutation: ReturnType<typeof useRestoreFields>
  consequence: string
}

const RestoreContent = ({ entry, differences, mutation, consequence, onClose }: ContentProps) => {
  const translate = useTranslate()
  const formats = useFormats()
  const { fields, version } = differences
  const possible = fields.flatMap(({ field, why }) => (why === null ? [field] : []))
  const [left, setLeft] = useState<readonly string[]>([])
  const chosen = possible.filter(name => !left.includes(name))
  const toggle = (name: string) =>
    setLeft(left.includes(name) ? left.filter(it => it !== name) : [...left, name])
  const isWhole = chosen.length === possible.length
  return (
    <>
      <div className="dialog-content history">
        <p>
          {entry.revision === null
            ? translate('将选中的内容恢复为 %{timestampText} 修改之前的值。%{consequence}', {
                timestampText: timestampText(entry.at, formats),
                consequence,
              })
            : translate('将选中的内容恢复为 %{timestampText} 的版本，并保存为一个新版本。%{consequence}', {
                timestampText: timestampText(entry.at, formats),
                consequence,
              })}
        </p>
        {fields.length === 0 && <p className="empty">{translate('这个版本与现在的内容相同。')}</p>}
        <ul className="plain-list">
          {fields.map(field => (
            <FieldChoice
              key={field.field}
              field={field}
              isChosen={chosen.includes(field.field)}
              onChoose={() => toggle(field.field)}
            />
          ))}
        </ul>
      </div>
      <DialogFoot>
        <Button disabled={mutation.isPending} onClick={onClose}>
          {translate('取消')}
        </Button>
        <Button
          look="primary"
          disabled={mutation.isPending || chosen.length === 0}
          onClick={() => mutation.mutate({ version, ...(!isWhole && { fields: chosen }) })}
        >
          {mutation.isPending ? translate('恢复中…') : translate('恢复')}
        </Button>
      </DialogFoot>
    </>
  )
}

type Props = { subject: TimelineSubject; entry: Entry; restoring: RestoreOptions; onClose: () => void }

/** Asks which fields of an entry are restored, and shows what that changes. */
export const RestoreDialog = ({ subject, entry, restoring, onClose }: Props) => {
  const translate = useTranslate()
  const query = useCall(
    'timeline.differences',
    { ...subject, entry: entry.entry },
    { staleTime: 0, gcTime: 0 },
  )
  const mutation = useRestoreFields(subject, entry, restoring, onClose)
  return (
    <Dialog title={translate('恢复历史版本')} onClose={mutation.isPending ? undefined : onClose} isWide>
      <Loaded
        query={query}
        loading={
          <p className="dialog-content" role="status">
            {translate('加载中…')}
          </p>
        }
      >
        {differences => (
          <RestoreContent
            key={differences.version}
            subject={subject}
            entry={entry}
            differences={differences}
            mutation={mutation}
            consequence={restoring.consequence ?? ''}
            onClose={onClose}
          />
        )}
      </Loaded>
    </Dialog>
  )
}
