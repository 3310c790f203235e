import { useState } from 'react'

import { isSame } from '../../../providers/changes.ts'
import type { AnyRecord, Fields } from '../../../resources/kit/index.ts'
import { Dialog } from '../../actions/Dialog.tsx'
import { momentText } from '../../fields/dates.ts'
import { Cell } from '../../fields/kinds.tsx'

/** What a 4090 carries (domain.md, section 0). */
export type Conflict = {
  current: Record<string, unknown> & { version: number }
  updatedBy: string | null
  updatedAt: string
}

type Values = Readonly<Record<string, unknown>>

/** What both changed has to be chosen; what only the other changed is his. */
export const compare = (names: readonly string[], base: Values, mine: Values, theirs: Values) => {
  const foreign = names.filter(it => it in theirs && !isSame(base[it], theirs[it]))
  return {
    contested: foreign.filter(it => !isSame(base[it], mine[it]) && !isSame(mine[it], theirs[it])),
    adopted: foreign.filter(it => isSame(base[it], mine[it])),
  }
}

type Side = 'mine' | 'theirs'
const sides = [
  ['mine', '我的'],
  ['theirs', '对方的'],
] as const satisfies readonly (readonly [Side, string])[]

type Props = {
  fields: Fields
  base: AnyRecord
  mine: Values
  conflict: Conflict
  isSaving: boolean
  onClose: () => void
  /** The values to save upon the other's version. */
  onResolve: (values: Record<string, unknown>, current: AnyRecord) => void
}

/** Two people changed one record: field by field mine or theirs; nothing is lost until it has been chosen. */
export const ConflictDialog = ({ fields, base, mine, conflict, isSaving, onClose, onResolve }: Props) => {
  const current: AnyRecord = { ...base, ...conflict.current, id: base.id }
  const { contested, adopted } = compare(Object.keys(fields), base, mine, current)
  const [chosen, setChosen] = useState<Readonly<Record<string, Side>>>({})
  const sideOf = (name: string) => chosen[name] ?? 'mine'
  const resolve = () => {
    const theirs = [...adopted, ...contested.filter(it => sideOf(it) === 'theirs')]
    onResolve({ ...mine, ...Object.fromEntries(theirs.map(it => [it, current[it]])) }, current)
  }
  return (
    <Dialog title="内容已被他人修改" onClose={isSaving ? undefined : onClose} isWide>
      <div className="dialog-content conflict">
        <p>
          {conflict.updatedBy ?? '其他人'}在 {momentText(conflict.updatedAt)} 保存过这条记录。
          {contested.length > 0 ? '下面各项两人都改过,请逐项选择。' : '您的修改与对方的不冲突,可以一起保存。'}
        </p>
        {contested.map(name => (
          <fieldset key={name} className="conflict-field">
            <legend>{fields[name]!.label}</legend>
            {sides.map(([side, word]) => {
              const record = side === 'mine' ? { ...base, ...mine } : current
              return (
                <label key={side} className="conflict-side">
                  <span>
                    <input
                      type="radio"
                      name={`conflict-${name}`}
                      checked={sideOf(name) === side}
                      onChange={() => setChosen({ ...chosen, [name]: side })}
                    />
                    {word}
                  </span>
                  <Cell field={fields[name]!} value={record[name]} record={record} isWhole />
                </label>
              )
            })}
          </fieldset>
        ))}
        {adopted.length > 0 && (
          <p className="field-hint">
            对方还修改了:{adopted.map(it => fields[it]!.label).join('、')}。这些修改会保留。
          </p>
        )}
      </div>
      <footer className="dialog-foot">
        <button type="button" className="button" disabled={isSaving} onClick={onClose}>
          返回编辑
        </button>
        <button type="button" className="button button-primary" disabled={isSaving} onClick={resolve}>
          {isSaving ? '保存中…' : '按以上选择保存'}
        </button>
      </footer>
    </Dialog>
  )
}
