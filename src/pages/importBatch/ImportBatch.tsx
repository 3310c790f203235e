import { useTranslate } from 'ra-core'
import { useParams } from 'react-router-dom'

import type { OutputOf } from '../../../resources/kit/index.ts'
import { imports } from '../../../resources/imports.ts'
import { useCall } from '../../session/useCall.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { PageTitle } from '../../layout/pageSlots.tsx'
import { Loaded } from '../../states/Loaded.tsx'
import { AffectedRecords } from '../../grid/undo/Affected.tsx'
import { UndoButton } from '../../grid/undo/UndoButton.tsx'

type Batch = OutputOf<typeof imports.calls.preview>

const BatchRecords = ({ id, batch, onDone }: { id: number; batch: Batch; onDone: () => void }) => {
  const translate = useTranslate()
  const { removing, kept, restoring = [], mayUndo, name, kind, createdByName } = batch
  const count = removing.length + restoring.length
  return (
    <section className="panel" aria-label={translate('查看批次')}>
      <PageTitle>{translate('批次 %{name}', { name })}</PageTitle>
      <p className="secondary">
        {translate('%{kind}，由 %{name} 创建。撤销时只删除创建后没有用过的记录。', {
          kind: translate(kind),
          name: createdByName,
        })}
      </p>
      <AffectedRecords removing={removing} kept={kept} restoring={restoring} />
      {mayUndo === 0 && count > 0 && (
        <p className="secondary">{translate('只有创建人和有权移除人员的管理员可以撤销。')}</p>
      )}
      <div className="cluster">
        <ButtonLink to={imports.views.list!.path}>{translate('返回导入记录')}</ButtonLink>
        {mayUndo === 1 && count > 0 && (
          <UndoButton
            label={translate('撤销创建')}
            look="danger"
            batchIds={[id]}
            count={count}
            onUndone={onDone}
          />
        )}
      </div>
    </section>
  )
}

/** Page 查看批次: records that were created together, and which of them undoing would delete. */
export const ImportBatch = () => {
  const id = Number(useParams().id)
  const query = useCall('imports.preview', { batchId: id }, { staleTime: 0 })
  return (
    <Loaded query={query}>
      {batch => <BatchRecords id={id} batch={batch} onDone={() => void query.refetch()} />}
    </Loaded>
  )
}
