import { useTranslate } from 'ra-core'
import { useState } from 'react'

import { isSame } from '../../resources/domain/sameness.ts'
import type { AnyRecord, Fields } from '../../resources/kit/index.ts'
import { Dialog } from '../shell/Dialog.tsx'
import { timestampText } from '../fields/dates.ts'
import { Cell } from '../fields/kinds.tsx'
import { Button } from '../shell/Button.tsx'
import { useFormats } from '../shell/language/useLanguage.ts'
import type { Conflict } from './failure.ts'
import type { Values } from './intent.ts'

/** What both changed has to be chosen; what only the other changed is adopted. */
export const compareVersions = (names: readonly string[], base: Values, mine: Values, theirs: Values) => {
  const changed = names.filter(name => name in theirs && !isSame(base[name], theirs[name]))
  const isMine = (name: string) => !isSame(base[name], mine[name])
  const contested = changed.filter(name => isMine(name) && !isSame(mine[name], theirs[name]))
  return { contested, adopted: changed.filter(name => !isMine(name)) }
}

type Props = {
  fields: Fields
  base: AnyRecord
  mine: Values
  conflict: Conflict
  onClose: () => void
  /** The values to save upon the other's version. */
  onResolve: (values: Values, current: AnyRecord) => void
}

/** Who saved the record meanwhile, and what that asks for. */
const Told = ({ conflict, isContested }: { conflict: Conflict; isContested: boolean }) => {
  const formats = useFormats()

  const translate = useTranslate()
  const who = conflict.updatedBy ?? translate('其他人')
  const when = timestampText(conflict.updatedAt, formats)
  return (
    <>
      {translate('%{who}在 %{when} 保存过这条记录。', { who, when })}{' '}
      {isContested
        ? translate('下面各项两人都改过，请逐项选择。')
        : translate('您的修改与对方的不冲突，可以一起保存。')}
    </>
  )
}

/** Two people changed one record: field by field mine or theirs; nothing is lost until it has been chosen. */
export const ConflictDialog = ({ fields, base, mine, conflict, onClose, onResolve }: Props) => {
  const translate = useTranslate()
  const current: AnyRecord = { ...base, ...conflict.current, id: base.id }
  const { contested, adopted } = compareVersions(Object.keys(fields), base, mine, current)
  /** The fields whose other version was chosen. */
  const [theirs, setTheirs] = useState<readonly string[]>([])
  const resolve = () => {
    const taken = [...adopted, ...theirs].map(name => [name, current[name]])
    onResolve({ ...mine, ...Object.fromEntries(taken) }, current)
  }
  const sidesOf = (name: string) => [
    { word: translate('我的'), record: { ...base, ...mine }, chosen: theirs.filter(other => other !== name) },
    { word: translate('对方的'), record: current, chosen: [...theirs, name] },
  ]
  return (
    <Dialog title={translate('内容已被他人修改')} onClose={onClose} isWide>
      <div className="dialog-content">
        <p>
          <Told conflict={conflict} isContested={contested.length > 0} />
        </p>
        {contested.map(name => (
          <fieldset key={name} className="conflict-field">
            <legend>{translate(fields[name]!.label)}</legend>
            {sidesOf(name).map(({ word, record, chosen }) => (
              <label key={word} className="conflict-side">
                <span>
                  <input
                    type="radio"
                    name={`conflict-${name}`}
                    checked={theirs.includes(name) === (record === current)}
                    onChange={() => setTheirs(chosen)}
                  />
                  {word}
                </span>
                <Cell field={fields[name]!} value={record[name]} record={record} isWhole />
              </label>
            ))}
          </fieldset>
        ))}
        {adopted.length > 0 && (
          <p className="field-hint">
            {translate('对方还修改了：%{adopted}。这些修改会保留。', {
              adopted: adopted.map(name => translate(fields[name]!.label)).join(translate('、')),
            })}
          </p>
        )}
      </div>
      <footer className="dialog-foot">
        <Button onClick={onClose}>{translate('返回编辑')}</Button>
        <Button look="primary" onClick={resolve}>
          {translate('按以上选择保存')}
        </Button>
      </footer>
    </Dialog>
  )
}
