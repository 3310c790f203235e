import { useTranslate } from 'ra-core'
import { useMemo } from 'react'

import { errorSentence } from '../../../../providers/envelope.ts'
import { bulkDelay } from '../../../../resources/domain/bulk.ts'
import { useGrouped } from '../../../language/countText.ts'
import { joinSentences } from '../../../language/joinSentences.ts'
import type { NamedAction } from '../../../session/useRights.ts'
import { actionDialogFields } from '../dialogFields.ts'
import { FormDialog } from '../FormDialog.tsx'
import { type BulkRuns, type BulkSubject, useStart } from './useBulkRuns.ts'

type Props = BulkSubject & { runs: BulkRuns; action: NamedAction }

/** The dialog of an action on selected records, or on all records of a filter. */
export const BulkRunDialog = ({ runs, action, ...subject }: Props) => {
  const { resource, count, onClose } = subject
  const translate = useTranslate()
  const grouped = useGrouped()
  const { who } = resource.calls[action.call]!
  const fields = useMemo(() => actionDialogFields(action, who), [action, who])
  const { mutate, isPending, error } = useStart(subject, runs)
  const undoNote =
    action.undo === undefined
      ? translate('%{count} 秒后开始，开始前可以停止；开始后不能整批撤销。', { count: bulkDelay })
      : translate('完成后可以整批撤销一次。')
  const sentences = [
    ...(action.confirm === undefined ? [] : [translate(action.confirm)]),
    translate('将由服务器逐条处理，可以离开页面；不能操作的记录会跳过并说明原因。'),
    undoNote,
  ]
  return (
    <FormDialog
      title={translate('%{verb} %{count} 项', { verb: translate(action.label), count: grouped(count) })}
      text={
        <>
          {joinSentences(sentences, translate)}
          {subject.names && <span className="caption action-names">{subject.names}</span>}
        </>
      }
      fields={fields}
      draftName={`${resource.name}.${action.name}`}
      submitLabel={translate(action.label)}
      isDanger={action.isDanger}
      isRunning={isPending}
      onClose={onClose}
      onSubmit={answers => mutate({ action: action.name, answers: { ...answers } })}
    >
      {error && (
        <p className="failures" role="alert">
          {errorSentence(error, translate)}
        </p>
      )}
    </FormDialog>
  )
}
