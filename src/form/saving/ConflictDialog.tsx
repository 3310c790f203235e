import { useTranslate } from 'ra-core'
import { useState } from 'react'

import { isSame } from '../../../resources/domain/sameness.ts'
import type { AnyRecord, Fields } from '../../../resources/kit/index.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { timestampText } from '../../fields/dates/dates.ts'
import { Cell } from '../../fields/kinds.tsx'
import { Button } from '../../ui/Button.tsx'
import { DialogFoot } from '../../ui/dialog/DialogFoot.tsx'
import { joinSentences } from '../../language/joinSentences.ts'
import { useFormats } from '../../language/useLanguage.ts'
import type { Conflict } from './failure.ts'
import type { FormValues } from '../undoable/intent.ts'

/**
 * Compares two versions of a record: the user has to choose among contested fields, while fields that only the other
 * user changed are adopted.
 */
export const compareVersions = (
  names: readonly string[],
  base: FormValues,
  mine: FormValues,
  theirs: FormValues,
) => {
  const changed = names.filter(name => name in theirs && !isSame(base[name], theirs[name]))
  const isMine = (name: string) => !isSame(base[name], mine[name])
  const contested = changed.filter(name => isMine(name) && !isSame(mine[name], theirs[name]))
  return { contested, adopted: changed.filter(name => !isMine(name)) }
}

type Props = {
  fields: Fields
  base: AnyRecord
  mine: FormValues
  conflict: Conflict
  onClose: () => void
  /** Saves the merged values on top of the other user's version. */
  onResolve: (values: FormValues, current: AnyRecord) => void
}

/** One or two sentences: who saved the record meanwhile, and whether the user has to choose. */
const ConflictSummary = ({ conflict, isContested }: { conflict: Conflict; isContested: boolean }) => {
  const formats = useFormats()

  const translate = useTranslate()
  const updaterName = conflict.updatedBy ?? translate('其他人')
  const when = timestampText(conflict.updatedAt, formats)
  return joinSentences(
    [
      translate('%{who}在 %{when} 保存过这条记录。', { who: updaterName, when }),
      isContested
        ? translate('下面各项两人都改过，请逐项选择。')
        : translate('您的修改与对方的不冲突，可以一起保存。'),
    ],
    translate,
  )
}

/** Shown when two users changed the same record: for each contested field the user chooses between the two values. */
export const ConflictDialog = ({ fields, base, mine, conflict, onClose, onResolve }: Props) => {
  const translate = useTranslate()
  const current: AnyRecord = { ...base, ...conflict.current, id: base.id }
  const { contested, adopted } = compareVersions(Object.keys(fields), base, mine, current)
  /** Names of the fields for which the other user's value was chosen. */
  const [theirFields, setTheirFields] = useState<readonly string[]>([])
  const resolve = () => {
    const adoptedValues = [...adopted, ...theirFields].map(name => [name, current[name]])
    onResolve({ ...mine, ...Object.fromEntries(adoptedValues) }, current)
  }
  const sidesOf = (name: string) => [
    {
      word: translate('我的'),
      record: { ...base, ...mine },
      chosen: theirFields.filter(other => other !== name),
    },
    { word: translate('对方的'), record: current, chosen: [...theirFields, name] },
  ]
  return (
    <Dialog title={translate('内容已被他人修改')} onClose={onClose} isWide>
      <div className="dialog-content">
        <p>
          <ConflictSummary conflict={conflict} isContested={contested.length > 0} />
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
                    checked={theirFields.includes(name) === (record === current)}
                    onChange={() => setTheirFields(chosen)}
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
      <DialogFoot>
        <Button onClick={onClose}>{translate('返回编辑')}</Button>
        <Button look="primary" onClick={resolve}>
          {translate('按以上选择保存')}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
