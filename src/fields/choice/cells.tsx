import { useTranslate } from 'ra-core'

import type { AnyRecord, Field } from '../../../resources/kit/index.ts'
import { lazyComponent } from '../../loading/lazyComponent.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { arrayOf, type CellProps, TruncatedLine } from '../cells.tsx'
import { useNames } from './useChoices.ts'

const Waited = lazyComponent(
  () => import('../dates/WaitingTime.tsx').then(it => it.WaitingTime),
  () => null,
)

/** Time since which a record waits in its current state; empty if that state is not a waiting one. */
const waitingSince = ({ waitingState }: Field<'select'>, value: unknown, record: AnyRecord) =>
  waitingState?.state === value
    ? String(waitingState?.since.map(name => record[name]).find(Boolean) ?? '')
    : ''

export const SelectCell = ({ field, value, record }: CellProps<'select'>) => {
  const translate = useTranslate()
  const [, key, tone] = field.options.find(([option]) => option === value) ?? []
  const label = key === undefined ? String(value) : translate(key)
  const since = waitingSince(field, value, record)
  if (!tone) return <span className="cell-word">{label}</span>
  if (!since) return <Chip tone={tone}>{label}</Chip>
  return (
    <span className="cell-waiting">
      <Chip tone={tone}>{label}</Chip>
      <Waited since={since} isBrief />
    </span>
  )
}

export const ToggleCell = ({ value }: CellProps<'toggle'>) => {
  const translate = useTranslate()
  return <span className="cell-word">{value === 1 ? translate('是') : translate('否')}</span>
}

export const ReferenceCell = ({ field, value }: CellProps<'reference'>) => {
  const { names } = useNames(field.to, [Number(value)])
  return <TruncatedLine>{names[0]?.name ?? ''}</TruncatedLine>
}

export const ReferencesCell = ({ field, value }: CellProps<'references'>) => {
  const translate = useTranslate()
  const { names } = useNames(field.to, arrayOf(value).map(Number))
  return <TruncatedLine>{names.map(({ name }) => name).join(translate('、'))}</TruncatedLine>
}
