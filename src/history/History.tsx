import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'

import { sentenceOf } from '../../providers/envelope.ts'
import { Dialog } from '../actions/Dialog.tsx'
import { momentText } from '../fields/dates.ts'

import './history.css'

// The comparison brings a library: it comes with the first change that is looked at.
const ChangedWords = lazy(() => import('./ChangedWords.tsx').then(it => ({ default: it.ChangedWords })))

type Change = { field: string; label: string; before: string; after: string }
export type Revision = { version: number; at: string; by: string | null; kind: string; diff: Change[] }

/** So many fields are named; of a new record all differ. */
const most = 5

const namesOf = (diff: readonly Change[]) =>
  diff.length > most ? `${diff.length} 项内容` : diff.map(it => it.label).join('、')

const Diff = ({ diff }: Pick<Revision, 'diff'>) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="history-diff" onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>{namesOf(diff)}</summary>
      {isOpen && (
        <dl>
          {diff.map(({ field, label, before, after }) => (
            <div key={field}>
              <dt>{label}</dt>
              <dd>
                <Suspense fallback={after}>
                  <ChangedWords before={before} after={after} />
                </Suspense>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </details>
  )
}

type RestoreProps = {
  revision: Revision
  /** What will happen. */
  consequence: string
  onClose: () => void
  onRestore: () => Promise<unknown>
}

const RestoreDialog = ({ revision, consequence, onClose, onRestore }: RestoreProps) => {
  const [isRunning, setRunning] = useState(false)
  const restore = () => {
    setRunning(true)
    // A failure is told by whoever restores.
    void onRestore().then(onClose, onClose)
  }
  return (
    <Dialog title="恢复历史版本" onClose={isRunning ? undefined : onClose}>
      <p className="dialog-content">
        将内容恢复为 {momentText(revision.at)} 的版本,并保存为一个新版本。{consequence}
      </p>
      <footer className="dialog-foot">
        <button type="button" className="button" disabled={isRunning} onClick={onClose}>
          取消
        </button>
        <button type="button" className="button button-primary" disabled={isRunning} onClick={restore}>
          {isRunning ? '恢复中…' : '恢复'}
        </button>
      </footer>
    </Dialog>
  )
}

type Props = {
  /** Begins with the resource's name; a new version is another history. */
  queryKey: readonly unknown[]
  load: (signal: AbortSignal) => Promise<readonly Revision[]>
  /** What each kind of revision is called. */
  words: Readonly<Record<string, string>>
  consequence: string
  /** Absent where this person may not, or the record's state does not allow it. */
  restore?: ((to: number) => Promise<unknown>) | undefined
}

/** What was done to a record, the latest first, with the fields each step changed. */
export const History = ({ queryKey, load, words, consequence, restore }: Props) => {
  const { data, isPending, error, refetch } = useQuery({ queryKey, queryFn: ({ signal }) => load(signal) })
  const [chosen, setChosen] = useState<Revision | null>(null)
  return (
    <aside className="history" aria-label="历史版本">
      <h2>历史版本</h2>
      {isPending && <p role="status">加载中…</p>}
      {error && (
        <p className="field-error">
          {sentenceOf(error)}
          <button type="button" className="button button-link" onClick={() => void refetch()}>
            重试
          </button>
        </p>
      )}
      <ol>
        {data?.map((revision, index) => (
          <li key={revision.version}>
            <p>
              <strong>{words[revision.kind] ?? revision.kind}</strong>
              <span>{revision.by ?? '系统'}</span>
            </p>
            <p className="history-time">
              <time dateTime={revision.at}>{momentText(revision.at)}</time>
              {restore && index > 0 && (
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
      {chosen && restore && (
        <RestoreDialog
          revision={chosen}
          consequence={consequence}
          onClose={() => setChosen(null)}
          onRestore={() => restore(chosen.version)}
        />
      )}
    </aside>
  )
}
