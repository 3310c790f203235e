import { useTranslate } from 'ra-core'
import { useMemo, useState } from 'react'

import { mayCall } from '../../../providers/access.ts'
import type { Tone } from '../../../resources/kit/index.ts'
import { PageActions } from '../../layout/pageSlots.tsx'
import { useSession } from '../../session/sessionContext.ts'
import { useCall, useServedCall } from '../../session/useCall.ts'
import { FormSkeleton } from '../../states/FormSkeleton.tsx'
import { Loaded } from '../../states/Loaded.tsx'
import { Button } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Pills } from '../../ui/Pills.tsx'
import { EvidenceDialog } from './EvidenceDialog.tsx'
import {
  filteredParts,
  type InformationClass,
  type InventoryAnswer,
  type InventoryPart,
  inventoryParts,
  type InventoryRow,
} from './inventory.ts'

import './evidence.css'

const classes: Readonly<Record<InformationClass, readonly [label: string, tone: Tone]>> = {
  sensitive: ['敏感个人信息', 'waiting'],
  general: ['一般个人信息', 'info'],
  none: ['非个人信息', 'faint'],
}
const choices = [
  ['personal', '个人信息'],
  ['sensitive', '敏感个人信息'],
  ['general', '一般个人信息'],
  ['none', '非个人信息'],
  ['all', '全部'],
] as const
type Choice = (typeof choices)[number][0]

const ClassChip = ({ value }: { value: InformationClass }) => {
  const translate = useTranslate()
  const [label, tone] = classes[value]
  return <Chip tone={tone}>{translate(label)}</Chip>
}

const FieldRow = ({ row }: { row: InventoryRow }) => {
  const translate = useTranslate()
  return (
    <tr>
      <th scope="row">{row.label}</th>
      <td data-label={translate('类别')}>
        <ClassChip value={row.class} />
      </td>
      <td data-label={translate('处理目的')}>{row.purpose}</td>
      <td data-label={translate('可查看的人')}>
        {row.limits.length > 0 ? (
          row.limits.map(limit => <div key={limit}>{limit}</div>)
        ) : (
          <span className="secondary">{translate('同上')}</span>
        )}
      </td>
    </tr>
  )
}

const Part = ({ part: { label, readers, rows } }: { part: InventoryPart }) => {
  const translate = useTranslate()
  return (
    <section className="panel" aria-label={label}>
      <h2 className="section-title">{label}</h2>
      <table className="inventory">
        <caption className="secondary">{translate('可查看的人：%{readers}', { readers })}</caption>
        <thead>
          <tr>
            <th scope="col">{translate('字段')}</th>
            <th scope="col">{translate('类别')}</th>
            <th scope="col">{translate('处理目的')}</th>
            <th scope="col">{translate('可查看的人')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <FieldRow key={row.field} row={row} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

const Kept = ({ kept }: Pick<InventoryAnswer, 'kept'>) => {
  const translate = useTranslate()
  return (
    <section className="panel" aria-label={translate('保存期限')}>
      <h2 className="section-title">{translate('保存期限')}</h2>
      <table className="inventory">
        <thead>
          <tr>
            <th scope="col">{translate('数据')}</th>
            <th scope="col">{translate('类别')}</th>
            <th scope="col">{translate('处理目的')}</th>
            <th scope="col">{translate('保存期限')}</th>
          </tr>
        </thead>
        <tbody>
          {kept.map(({ what, class: informationClass, purpose, retention }) => (
            <tr key={what}>
              <th scope="row">{translate(what)}</th>
              <td data-label={translate('类别')}>
                <ClassChip value={informationClass} />
              </td>
              <td data-label={translate('处理目的')}>{translate(purpose)}</td>
              <td data-label={translate('保存期限')}>{translate(retention)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const InventoryView = ({ answer }: { answer: InventoryAnswer }) => {
  const translate = useTranslate()
  const [choice, setChoice] = useState<Choice>('personal')
  const [text, setText] = useState('')
  const parts = useMemo(() => inventoryParts(answer, translate), [answer, translate])
  const shown = filteredParts(parts, { class: choice, text })
  return (
    <div className="stack evidence">
      <p className="note is-info">
        {translate('清单由系统的声明生成：每个字段的类别、处理目的和可查看的人。请结合律所的情况复核。')}
      </p>
      <div className="evidence-filters">
        <Pills options={choices} value={choice} onChange={setChoice} aria-label={translate('类别')} />
        <input
          type="search"
          className="control"
          value={text}
          maxLength={50}
          placeholder={translate('数据、字段或目的')}
          aria-label={translate('数据、字段或目的')}
          onChange={event => setText(event.target.value)}
        />
      </div>
      {shown.length === 0 && <p className="empty">{translate('没有符合条件的字段')}</p>}
      {shown.map(part => (
        <Part key={part.resource} part={part} />
      ))}
      <Kept kept={answer.kept} />
    </div>
  )
}

const ExportButton = () => {
  const translate = useTranslate()
  const { access } = useSession()
  const evidenceCall = useServedCall('privacyRequests.evidence')
  const [isOpen, setOpen] = useState(false)
  if (!evidenceCall || !mayCall({ who: 'privacy.evidence' }, access.user)) return null
  return (
    <PageActions>
      <Button look="primary" onPointerEnter={Dialog.preload} onClick={() => setOpen(true)}>
        {translate('导出合规审计资料')}
      </Button>
      {isOpen && <EvidenceDialog onClose={() => setOpen(false)} />}
    </PageActions>
  )
}

/** Page 合规审计: the inventory of personal information, and the evidence pack of a period. */
export const EvidencePage = () => {
  const query = useCall('privacyRequests.inventory', {})
  return (
    <>
      <ExportButton />
      <Loaded query={query} loading={<FormSkeleton />}>
        {answer => <InventoryView answer={answer} />}
      </Loaded>
    </>
  )
}
