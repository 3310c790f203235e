import { useRef } from 'react'

import { DraftOffer } from '../../views/form/DraftOffer.tsx'
import { LeaveGuard } from '../../views/form/LeaveGuard.tsx'
import type { Choice } from './columns.ts'
import { CreateBar } from './CreateBar.tsx'
import { CreatedPeople } from './CreatedPeople.tsx'
import { GridTable } from './GridTable.tsx'
import { mostRows } from './rows.ts'
import { useNewPeople } from './useNewPeople.ts'

const Hint = () => (
  <p className="grid-hint">
    可从 Excel 或 WPS 复制多行后直接粘贴,首行是表头时按表头填入。
    <span className="grid-keys">回车到下一行,方向键移动,Ctrl+D 填入上一行的内容。</span>
  </p>
)

type FootProps = Pick<ReturnType<typeof useNewPeople>, 'rows' | 'empty' | 'notice' | 'edit'>

const Foot = ({ rows, empty, notice, edit }: FootProps) => (
  <div className="grid-foot">
    <button
      type="button"
      className="button"
      disabled={rows.length >= mostRows}
      onClick={() => edit({ type: 'add', empty })}
    >
      添加一行
    </button>
    <p role="status">
      {notice?.text}
      {notice?.before && (
        <button type="button" className="button button-link" onClick={() => edit({ type: 'undo' })}>
          撤销
        </button>
      )}
    </p>
  </div>
)

type GuardProps = { hasRows: boolean; hasSecrets: boolean; onLeave: () => void }

const Guard = ({ hasRows, hasSecrets, onLeave }: GuardProps) =>
  hasSecrets ? (
    <LeaveGuard
      isChanged
      onLeave={onLeave}
      title="初始密码还没有复制"
      text="离开后不能再次查看这些初始密码,只能逐个重置。"
    />
  ) : (
    <LeaveGuard isChanged={hasRows} onLeave={onLeave} />
  )

/** The grid with everything around it. */
export const NewPeople = ({ offices }: { offices: readonly Choice[] }) => {
  const table = useRef<HTMLTableElement>(null)
  const result = useRef<HTMLDivElement>(null)
  const it = useNewPeople(offices, { table, result })
  const { offered, restore, forget } = it.draft
  return (
    <div className="new-people">
      <div ref={result}>
        {it.people.length > 0 && (
          <CreatedPeople people={it.people} onCopied={it.markCopied} onClose={it.closeResult} />
        )}
      </div>
      {offered && <DraftOffer offered={offered} restore={restore} forget={forget} />}
      <Hint />
      <GridTable
        table={table}
        rows={it.rows}
        columns={it.columns}
        doubles={it.doubles}
        check={it.check}
        empty={it.empty}
        isBusy={it.bar.isSending}
        onChange={it.edit}
      />
      <Foot rows={it.rows} empty={it.empty} notice={it.notice} edit={it.edit} />
      <CreateBar {...it.bar} />
      <Guard hasRows={it.filled.length > 0} hasSecrets={it.hasSecrets} onLeave={forget} />
    </div>
  )
}
