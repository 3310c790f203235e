import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'

import type { ServedCall } from '../../../providers/call.ts'
import { errorSentence } from '../../../providers/envelope.ts'
import { useServedCall } from '../../session/useCall.ts'
import { Button } from '../../ui/Button.tsx'
import { DialogFoot } from '../../ui/dialog/DialogFoot.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Loaded } from '../../states/Loaded.tsx'
import { AffectedRecords, KeptRecords, type UndoPreview } from './Affected.tsx'
import { type UndoCall, useUndoBatches } from './useUndo.ts'

type Props = {
  undoCall: UndoCall
  batchIds: readonly number[]
  count: number
  onClose: () => void
  /** Called after the records were deleted. */
  onUndone: () => void
}

type PreviewProps = Pick<Props, 'batchIds'> & { previewCall: ServedCall<'imports.preview'> }

const LoadedPreview = ({ previewCall, batchIds }: PreviewProps) => {
  const query = useQuery({
    queryKey: ['imports', 'preview', ...batchIds],
    queryFn: async ({ signal }) => {
      const all: Required<UndoPreview> = { removing: [], kept: [], restoring: [] }
      for (const batchId of batchIds) {
        const { removing, kept, restoring = [] } = await previewCall({ batchId }, { signal })
        all.removing.push(...removing)
        all.kept.push(...kept)
        all.restoring.push(...restoring)
      }
      return all
    },
    staleTime: 0,
    gcTime: 0,
  })
  return <Loaded query={query}>{preview => <AffectedRecords {...preview} />}</Loaded>
}

const Confirmation = ({ count, batchIds }: Pick<Props, 'count' | 'batchIds'>) => {
  const translate = useTranslate()
  const previewCall = useServedCall('imports.preview')
  if (previewCall) return <LoadedPreview previewCall={previewCall} batchIds={batchIds} />
  return (
    <p>
      {translate('本次创建的 %{count} 条记录将被删除，并记入重要日志。之后修改过或已被使用的记录会保留。', {
        count,
      })}
    </p>
  )
}

/** Asks for confirmation with the list of affected records, then shows the result. */
export const UndoDialog = ({ undoCall, batchIds, count, onClose, onUndone }: Props) => {
  const translate = useTranslate()
  const { mutate, isPending, error, data } = useUndoBatches(undoCall, batchIds)
  const close = data ? onUndone : onClose
  return (
    <Dialog
      title={
        data
          ? translate('已撤销 %{removed} 条记录', { removed: data.removed + data.restored })
          : translate('撤销本次创建')
      }
      onClose={isPending ? undefined : close}
    >
      <div className="dialog-content">
        {data ? (
          <>
            {data.removed > 0 && <p>{translate('记录已删除，这次撤销已记入重要日志。')}</p>}
            {data.restored > 0 && (
              <p>{translate('%{count} 人的资料已恢复为同步前的内容。', { count: data.restored })}</p>
            )}
            <KeptRecords
              label={translate('以下 %{count} 条记录已被使用，没有删除：', { count: data.kept.length })}
              kept={data.kept}
            />
          </>
        ) : (
          <Confirmation count={count} batchIds={batchIds} />
        )}
        {error && (
          <p className="failures" role="alert">
            {translate('撤销失败：%{sentence}', { sentence: errorSentence(error, translate) })}
          </p>
        )}
      </div>
      <DialogFoot>
        <Button disabled={isPending} onClick={close}>
          {data ? translate('关闭') : translate('取消')}
        </Button>
        {!data && (
          <Button look="danger" disabled={isPending} onClick={() => mutate()}>
            {isPending ? translate('处理中…') : translate('撤销创建')}
          </Button>
        )}
      </DialogFoot>
    </Dialog>
  )
}
