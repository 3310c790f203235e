import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNotify } from 'ra-core'
import { useState } from 'react'

import { call } from '../../../providers/call.ts'
import { sentenceOf } from '../../../providers/envelope.ts'
import { cards } from '../../../resources/cards/index.ts'
import type { OutputOf } from '../../../resources/kit/index.ts'
import { Dialog } from '../../actions/Dialog.tsx'
import { useRights } from '../../actions/useRights.ts'
import { momentText } from '../../fields/dates.ts'

type Revision = OutputOf<(typeof cards.calls)['revisions']>[number]

const words: Record<Revision['kind'], string> = {
  create: '新建',
  edit: '修改',
  submit: '提交审核',
  withdraw: '撤回',
  approve: '审核通过',
  reject: '驳回',
  restore: '恢复历史版本',
}

/** So many fields are named; of a new card all differ. */
const most = 5

const Diff = ({ diff }: Pick<Revision, 'diff'>) => (
  <details className="history-diff">
    <summary>{diff.length > most ? `${diff.length} 项内容` : diff.map(it => it.label).join('、')}</summary>
    <dl>
      {diff.map(({ field, label, before, after }) => (
        <div key={field}>
          <dt>{label}</dt>
          <dd>
            {before && <del>{before}</del>}
            {after && <ins>{after}</ins>}
          </dd>
        </div>
      ))}
    </dl>
  </details>
)

type Props = { id: number; version: number; isWaiting: boolean }

const useRestore = ({ id, version }: Props) => {
  const client = useQueryClient()
  const notify = useNotify()
  return useMutation({
    mutationKey: ['cards'],
    mutationFn: (to: number) => call('cards.restore', { id, to, version }),
    onSuccess: () => notify('已恢复', { type: 'success' }),
    onError: error => notify(sentenceOf(error), { type: 'error' }),
    onSettled: () => client.invalidateQueries({ queryKey: ['cards'] }),
  })
}

const RestoreDialog = ({
  revision,
  isRunning,
  onClose,
  onRestore,
}: {
  revision: Revision
  isRunning: boolean
  onClose: () => void
  onRestore: () => void
}) => (
  <Dialog title="恢复历史版本" onClose={isRunning ? undefined : onClose}>
    <p className="dialog-content">
      将名片内容恢复为 {momentText(revision.at)} 的版本,并保存为一个新版本。现有内容仍留在历史中。
    </p>
    <footer className="dialog-foot">
      <button type="button" className="button" disabled={isRunning} onClick={onClose}>
        取消
      </button>
      <button type="button" className="button button-primary" disabled={isRunning} onClick={onRestore}>
        恢复
      </button>
    </footer>
  </Dialog>
)

/** What was done to the card, the latest first, with the fields each step changed. */
export const History = (props: Props) => {
  const { id, version, isWaiting } = props
  const { mayMake } = useRights()
  const { data, isPending, error } = useQuery({
    queryKey: ['cards', 'revisions', id, version],
    queryFn: ({ signal }) => call('cards.revisions', { id }, { signal }),
  })
  const { mutateAsync, isPending: isRunning } = useRestore(props)
  const [chosen, setChosen] = useState<Revision | null>(null)
  const mayRestore = mayMake(cards.calls.restore) && !isWaiting
  return (
    <aside className="history" aria-label="历史版本">
      <h2>历史版本</h2>
      {isPending && <p role="status">加载中…</p>}
      {error && <p className="field-error">{sentenceOf(error)}</p>}
      <ol>
        {data?.map((revision, index) => (
          <li key={revision.version}>
            <p>
              <strong>{words[revision.kind]}</strong>
              <span>{revision.by}</span>
            </p>
            <p className="history-time">
              <time dateTime={revision.at}>{momentText(revision.at)}</time>
              {mayRestore && index > 0 && (
                <button
                  type="button"
                  className="button button-link"
                  aria-label={`恢复 ${momentText(revision.at)} 的版本`}
                  onClick={() => setChosen(revision)}
                >
                  恢复
                </button>
              )}
            </p>
            {revision.diff.length > 0 && <Diff diff={revision.diff} />}
          </li>
        ))}
      </ol>
      {chosen && (
        <RestoreDialog
          revision={chosen}
          isRunning={isRunning}
          onClose={() => setChosen(null)}
          onRestore={() => void mutateAsync(chosen.version).finally(() => setChosen(null))}
        />
      )}
    </aside>
  )
}
