import { useTranslate } from 'ra-core'
import { useId } from 'react'

import type { ImportColumn } from '../../grid/columns.ts'
import type { RowDecision, FoundRow } from './useKnownDecisions.ts'
import type { UpdatePreview } from './useKnownUpdate.ts'

type Props = FoundRow & {
  /** Number of the row in the grid. */
  index: number
  columns: readonly ImportColumn[]
  /** What an update would change; absent until the user has chosen it. */
  compared: UpdatePreview | undefined
  /** Whether another row updates the same person. */
  isRepeated: boolean
  onDecide: (decision: RowDecision) => void
}

const sharedLabels = { mobile: '手机号', licenseNumber: '执业证号', name: '姓名和律所' } as const

/** What the update of the row changes, and what stands against it. */
const UpdateNotes = ({ people, columns, compared, isRepeated }: Props) => {
  const translate = useTranslate()
  const hasOtherMobile = people.every(({ by }) => !by.includes('mobile'))
  return (
    <>
      {compared?.changes.map(([field, [before, after]]) => (
        <p key={field} className="known-change">
          <span className="secondary">{columns.find(column => column.name === field)?.label}</span>
          <del>{before || translate('（空）')}</del>
          <span aria-hidden>→</span>
          <ins>{after || translate('（空）')}</ins>
        </p>
      ))}
      {compared?.changes.length === 0 && compared.messages.length === 0 && (
        <p className="secondary">{translate('内容相同，没有需要修改的')}</p>
      )}
      {hasOtherMobile && (
        <p className="field-warning">
          {translate('手机号与现有的不同，不会修改；请在该人员的“修改手机号”中办理。')}
        </p>
      )}
      {compared?.messages.map(message => (
        <p key={message} className="field-error">
          {translate(message)}
        </p>
      ))}
      {isRepeated && <p className="field-error">{translate('另一行也更新此人，请只选择一行')}</p>}
    </>
  )
}

/** One row about a known person, with the choices and what an update would change. */
export const KnownRow = (props: Props) => {
  const { row, index, people, decision, onDecide } = props
  const translate = useTranslate()
  const name = useId()
  const isOnlyNamesake = people.every(({ by }) => by.every(it => it === 'name'))
  const choices: readonly (readonly [label: string, decision: RowDecision])[] = [
    ...people.map(
      person =>
        [translate('更新“%{name}”', { name: person.name }), { kind: 'update', id: person.id }] as const,
    ),
    [translate('跳过'), { kind: 'skip' }],
    ...(isOnlyNamesake ? [[translate('作为新人员创建'), { kind: 'new' }] as const] : []),
  ]
  const isChosen = (one: RowDecision) =>
    one.kind === decision?.kind &&
    (one.kind !== 'update' || (decision.kind === 'update' && one.id === decision.id))
  const title = translate('第 %{index} 行 %{name}', { index, name: row.cells['name'] ?? '' })
  return (
    <li>
      <fieldset>
        <legend>{title}</legend>
        {people.map(person => (
          <p key={person.id} className="secondary">
            {translate('与“%{name}”（%{office}）的%{shared}相同', {
              name: person.name,
              office: person.officeName,
              shared: person.by.map(it => translate(sharedLabels[it])).join(translate('、')),
            })}
          </p>
        ))}
        <div className="cluster">
          {choices.map(([label, one]) => (
            <label key={label + ('id' in one ? one.id : '')} className="inline-check">
              <input type="radio" name={name} checked={isChosen(one)} onChange={() => onDecide(one)} />
              {label}
            </label>
          ))}
        </div>
        {decision?.kind === 'update' && <UpdateNotes {...props} />}
      </fieldset>
    </li>
  )
}
