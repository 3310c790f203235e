import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { useParams } from 'react-router-dom'

import { callAddition } from '../../../providers/call.ts'
import type { OutputOf } from '../../../resources/kit/index.ts'
import { imports } from '../../../resources/lawyers/imports.ts'
import { Button, ButtonLink } from '../../shell/Button.tsx'
import { PageTitle } from '../../shell/pageSlots.tsx'
import { useAddition } from '../../shell/sessionContext.ts'
import { Loaded } from '../../shell/Loaded.tsx'
import { Affected } from '../../grid/undo/Affected.tsx'
import { UndoDialog } from '../../grid/undo/UndoDialog.tsx'

type Batch = OutputOf<typeof imports.calls.preview>

const Undo = ({ id, count, onDone }: { id: number; count: number; onDone: () => void }) => {
  const translate = useTranslate()
  const undoing = useAddition('imports.undo')
  const [isAsking, setAsking] = useState(false)
  if (!undoing) return null
  const close = () => setAsking(false)
  const finish = () => {
    close()
    onDone()
  }
  return (
    <>
      <Button look="danger" onClick={() => setAsking(true)}>
        {translate('撤销创建')}
      </Button>
      {isAsking && (
        <UndoDialog undoing={undoing} batchIds={[id]} count={count} onClose={close} onUndone={finish} />
      )}
    </>
  )
}

const People = ({ id, batch, onDone }: { id: number; batch: Batch; onDone: () => void }) => {
  const translate = useTranslate()
  const { removing, kept, mayUndo, name, createdByName } = batch
  return (
    <section className="panel" aria-label={translate('查看人员')}>
      <PageTitle>{translate('批次 %{name}', { name })}</PageTitle>
      <p className="secondary">
        {translate('由 %{name} 创建。撤销时只删除创建后没有用过的账号。', { name: createdByName })}
      </p>
      <Affected removing={removing} kept={kept} />
      {mayUndo === 0 && removing.length > 0 && (
        <p className="secondary">{translate('只有创建人和可以移除人员的管理员可以撤销。')}</p>
      )}
      <div className="cluster">
        <ButtonLink to={imports.views.list!.path}>{translate('返回导入记录')}</ButtonLink>
        {mayUndo === 1 && removing.length > 0 && <Undo id={id} count={removing.length} onDone={onDone} />}
      </div>
    </section>
  )
}

/** 查看人员: who was created together, whom undoing takes away and who stays. */
export const ImportBatch = () => {
  const id = Number(useParams().id)
  const previewing = useAddition('imports.preview')
  const query = useQuery({
    queryKey: ['imports', 'batch', id],
    queryFn: ({ signal }) => callAddition(previewing!, { batchId: id }, { signal }),
    enabled: previewing !== null,
    staleTime: 0,
  })
  return (
    <Loaded query={query}>
      {batch => <People id={id} batch={batch} onDone={() => void query.refetch()} />}
    </Loaded>
  )
}
