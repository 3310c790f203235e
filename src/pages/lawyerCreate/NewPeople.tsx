import { useTranslate } from 'ra-core'
import { useRef } from 'react'

import { DraftOffer } from '../../form/DraftOffer.tsx'
import { LeaveGuard } from '../../form/LeaveGuard.tsx'
import type { NamedChoice } from './columns.ts'
import { CreateBar } from './CreateBar.tsx'
import { CreatedPeople } from './CreatedPeople.tsx'
import { FileTools } from './file/FileTools.tsx'
import { GridTable } from './GridTable.tsx'
import { maxRows } from './rows.ts'
import { useNewPeople } from './useNewPeople.ts'
import { Button } from '../../shell/Button.tsx'

const Hint = () => {
  const translate = useTranslate()
  return (
    <p className="secondary">
      {translate('可从 Excel 或 WPS 复制多行后直接粘贴，首行是表头时按表头填入。')}
      {translate('初始密码由系统生成，只在创建后显示一次，或按律所的设置用短信发给本人。')}
      <span className="grid-keys">{translate('回车到下一行，方向键移动，Ctrl+D 填入上一行的内容。')}</span>
    </p>
  )
}

type NewPeople = ReturnType<typeof useNewPeople>
type FootProps = Pick<NewPeople, 'edit'> & Pick<NewPeople['grid'], 'rows' | 'empty' | 'notice'>

const Foot = ({ rows, empty, notice, edit }: FootProps) => {
  const translate = useTranslate()
  return (
    <div className="cluster grid-foot">
      <Button disabled={rows.length >= maxRows} onClick={() => edit({ type: 'add', empty })}>
        {translate('添加一行')}
      </Button>
      <p className="secondary" role="status">
        {notice?.text}
        {notice?.before && (
          <Button look="link" onClick={() => edit({ type: 'undo' })}>
            {translate('撤销')}
          </Button>
        )}
      </p>
    </div>
  )
}

type GuardProps = { hasRows: boolean; hasSecrets: boolean; onLeave: () => void }

const Guard = ({ hasRows, hasSecrets, onLeave }: GuardProps) => {
  const translate = useTranslate()
  return hasSecrets ? (
    <LeaveGuard
      isChanged
      onLeave={onLeave}
      title={translate('初始密码还没有复制')}
      text={translate('离开后不能再次查看这些初始密码，只能逐个重置。')}
    />
  ) : (
    <LeaveGuard isChanged={hasRows} onLeave={onLeave} />
  )
}

/** The grid with everything around it. */
export const NewPeople = ({ offices }: { offices: readonly NamedChoice[] }) => {
  const table = useRef<HTMLTableElement>(null)
  const result = useRef<HTMLDivElement>(null)
  const { grid, draft, created, edit, bar } = useNewPeople(offices, { table, result })
  const { rows, columns, doubles, check, empty, notice, filled } = grid
  const { offered, restore, forget } = draft
  return (
    <div className="new-people">
      <div ref={result}>
        {created.people.length > 0 && (
          <CreatedPeople
            people={created.people}
            batchIds={created.batchIds}
            onCopied={created.markCopied}
            onClose={created.close}
          />
        )}
      </div>
      {offered && <DraftOffer offered={offered} restore={restore} forget={forget} />}
      <Hint />
      <FileTools
        columns={columns}
        empty={empty}
        faults={grid.faults}
        isBusy={bar.isSending}
        onLines={(lines, isCut) => edit({ type: 'import', lines, isCut, empty })}
      />
      <GridTable
        table={table}
        rows={rows}
        columns={columns}
        doubles={doubles}
        check={check}
        empty={empty}
        isBusy={bar.isSending}
        onChange={edit}
      />
      <Foot rows={rows} empty={empty} notice={notice} edit={edit} />
      <CreateBar {...bar} />
      <Guard hasRows={filled.length > 0} hasSecrets={created.hasSecrets} onLeave={forget} />
    </div>
  )
}
