import { useMutation, useQueryClient } from '@tanstack/react-query'

import { callAddition } from '../../../providers/call.ts'
import { sentenceOf } from '../../../providers/envelope.ts'
import type { OutputOf } from '../../../resources/kit/index.ts'
import type { imports } from '../../../resources/lawyers/imports.ts'
import { refreshRows } from '../../actions/refreshRows.ts'
import { Button } from '../../layout/Button.tsx'
import { Dialog } from '../../layout/Dialog.tsx'
import type { useAddition } from '../../layout/sessionContext.ts'
import { useTranslate } from '../../i18n/useTranslate.ts'

type Undone = OutputOf<typeof imports.calls.undo>
type Props = {
  undoing: NonNullable<ReturnType<typeof useAddition<'imports.undo'>>>
  batchIds: readonly number[]
  count: number
  onClose: () => void
  /** After the accounts are gone. */
  onUndone: () => void
}

/** One batch after the other; what was done of them before a failure stays done. */
const useUndo = ({ undoing, batchIds }: Props) => {
  const client = useQueryClient()
  return useMutation({
    mutationKey: ['lawyers'],
    mutationFn: async () => {
      const all: Undone = { removed: 0, kept: [] }
      for (const batchId of batchIds) {
        const { removed, kept } = await callAddition(undoing, { batchId })
        all.removed += removed
        all.kept.push(...kept)
      }
      return all
    },
    onSettled: () => void refreshRows(client),
  })
}

const Question = ({ count }: Pick<Props, 'count'>) => {
  const translate = useTranslate()
  return (
    <p>
      {translate(
        '本次创建的 %{count} 个账号将被删除，并记入重要日志。之后已登录、已修改资料或已有名片的账号会保留。',
        { count },
      )}
    </p>
  )
}

const Kept = ({ kept }: Undone) => {
  const translate = useTranslate()
  return (
    kept.length > 0 && (
      <>
        <p>{translate('以下 %{count} 个账号已被使用，没有删除：', { count: kept.length })}</p>
        <ul>
          {kept.map(({ id, name, reason }) => (
            <li key={id}>{translate('%{label}：%{text}', { label: name, text: reason })}</li>
          ))}
        </ul>
      </>
    )
  )
}

/** Says what will be gone, then what is gone and who stayed. */
export const UndoDialog = (props: Props) => {
  const translate = useTranslate()
  const { count, onClose, onUndone } = props
  const { mutate, isPending, error, data } = useUndo(props)
  const close = data ? onUndone : onClose
  return (
    <Dialog
      title={
        data ? translate('已撤销 %{removed} 个账号', { removed: data.removed }) : translate('撤销本次创建')
      }
      onClose={isPending ? undefined : close}
    >
      <div className="dialog-content">
        {data ? <Kept {...data} /> : <Question count={count} />}
        {error && (
          <p className="failures" role="alert">
            {translate('没有撤销成功：%{sentence}', { sentence: sentenceOf(error) })}
          </p>
        )}
      </div>
      <footer className="dialog-foot">
        <Button disabled={isPending} onClick={close}>
          {data ? translate('关闭') : translate('取消')}
        </Button>
        {!data && (
          <Button look="danger" disabled={isPending} onClick={() => mutate()}>
            {isPending ? translate('处理中…') : translate('撤销创建')}
          </Button>
        )}
      </footer>
    </Dialog>
  )
}
