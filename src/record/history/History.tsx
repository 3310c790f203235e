import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useState } from 'react'

import { errorSentence } from '../../../providers/envelope.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { timestampText } from '../../fields/dates/dates.ts'
import { type Translate } from '../../../resources/kit/translate.ts'

import { useFormats } from '../../language/useLanguage.ts'
import { translateChange } from './translateChange.ts'
import type { RestoreMutation } from './useRestore.ts'
import { Chip } from '../../ui/Chip.tsx'
import { Button } from '../../ui/Button.tsx'
import { DialogFoot } from '../../ui/dialog/DialogFoot.tsx'
import { WordDiff } from './WordDiff.tsx'

import './history.css'

type RevisionChange = {
  field: string
  label: string
  before: string
  after: string
  isWorded?: 0 | 1 | undefined
}
type Revision = {
  version: number
  at: string
  by: string | null
  kind: string
  diff: RevisionChange[]
  /** How restoring the revision would change the current record, if the server says so. */
  fromNow?: RevisionChange[]
  /** The changed fields that read as a machine wrote them. */
  machineFields?: readonly string[] | undefined
}

/** Labels of the kinds of revision that all resources share. */
const commonRevisions = {
  create: '新建@event',
  edit: '修改@event',
  submit: '提交审核@event',
  withdraw: '撤回@event',
  restore: '恢复历史版本@event',
}

export type CommonRevision = keyof typeof commonRevisions

/** Number of changed fields listed by name; with more (always in a new record) only their number is shown. */
const maxNamed = 5

const changedFieldsText = (diff: readonly RevisionChange[], translate: Translate) =>
  diff.length > maxNamed
    ? translate('%{count} 项内容', { count: diff.length })
    : diff.map(change => translate(change.label)).join(translate('、'))

const ChangeList = ({ diff, machineFields = [] }: Pick<Revision, 'diff' | 'machineFields'>) => {
  const translate = useTranslate()
  return (
    <dl className="facts">
      {diff.map(({ field, label, ...change }) => (
        <div key={field}>
          <dt>{translate(label)}</dt>
          <dd>
            {machineFields.includes(field) && <Chip tone="info">{translate('机器翻译')}</Chip>}
            <WordDiff {...translateChange(change, translate)} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

const ExpandableChanges = ({ diff, machineFields }: Pick<Revision, 'diff' | 'machineFields'>) => {
  const translate = useTranslate()
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="history-diff" onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>{changedFieldsText(diff, translate)}</summary>
      {isOpen && <ChangeList diff={diff} machineFields={machineFields} />}
    </details>
  )
}

type RestoreProps = {
  revision: Revision
  /** What restoring will do. */
  consequence: string
  restoring: RestoreMutation
  onClose: () => void
}

const RestoreDialog = ({ revision, consequence, restoring, onClose }: RestoreProps) => {
  const formats = useFormats()
  const translate = useTranslate()
  const { mutate, isPending: isRunning } = restoring
  return (
    <Dialog title={translate('恢复历史版本')} onClose={isRunning ? undefined : onClose}>
      <div className="dialog-content history-diff">
        <p>
          {translate('将内容恢复为 %{timestampText} 的版本，并保存为一个新版本。%{consequence}', {
            timestampText: timestampText(revision.at, formats),
            consequence,
          })}
        </p>
        {revision.fromNow && <ChangeList diff={revision.fromNow} />}
      </div>
      <DialogFoot>
        <Button disabled={isRunning} onClick={onClose}>
          {translate('取消')}
        </Button>
        <Button
          look="primary"
          disabled={isRunning}
          onClick={() => mutate(revision.version, { onSettled: onClose })}
        >
          {isRunning ? translate('恢复中…') : translate('恢复')}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

type Props = {
  /** Starts with the resource's name, and has the version, so that the history is loaded again after a change. */
  queryKey: readonly unknown[]
  load: (signal: AbortSignal) => Promise<readonly Revision[]>
  /** Labels of kinds of revision that are specific to this resource. */
  labels: Readonly<Record<string, string>>
  consequence: string
  /** Absent if the user may not restore, or the record's state does not allow it. */
  restoring?: RestoreMutation | undefined
}

/** Revisions of a record, latest first, with the fields that each one changed. */
export const History = ({ queryKey, load, labels, consequence, restoring }: Props) => {
  const formats = useFormats()
  const translate = useTranslate()
  const { data, isPending, error, refetch } = useQuery({ queryKey, queryFn: ({ signal }) => load(signal) })
  const [chosen, setChosen] = useState<Revision | null>(null)
  const revisionLabels: Readonly<Record<string, string>> = { ...commonRevisions, ...labels }
  return (
    <aside className="panel history" aria-label={translate('历史版本')}>
      <h2 className="section-title">{translate('历史版本')}</h2>
      {isPending && <p role="status">{translate('加载中…')}</p>}
      {error && (
        <p className="field-error">
          {errorSentence(error, translate)}
          <Button look="link" onClick={() => void refetch()}>
            {translate('重试')}
          </Button>
        </p>
      )}
      {data?.length === 0 && (
        <p className="empty">{translate('还没有%{name}', { name: translate('历史版本') })}</p>
      )}
      <ol className="plain-list">
        {data?.map((revision, index) => (
          <li key={revision.version}>
            <p className="cluster">
              <strong>{translate(revisionLabels[revision.kind] ?? revision.kind)}</strong>
              <span>{revision.by ?? translate('系统')}</span>
            </p>
            <p className="cluster caption">
              <time dateTime={revision.at}>{timestampText(revision.at, formats)}</time>
              {restoring && index > 0 && (
                <Button
                  look="link"
                  aria-label={translate('恢复 %{timestampText} 的版本', {
                    timestampText: timestampText(revision.at, formats),
                  })}
                  onClick={() => setChosen(revision)}
                >
                  {translate('恢复')}
                </Button>
              )}
            </p>
            {revision.diff.length > 0 && (
              <ExpandableChanges diff={revision.diff} machineFields={revision.machineFields} />
            )}
          </li>
        ))}
      </ol>
      {chosen && restoring && (
        <RestoreDialog
          revision={chosen}
          consequence={consequence}
          restoring={restoring}
          onClose={() => setChosen(null)}
        />
      )}
    </aside>
  )
}
