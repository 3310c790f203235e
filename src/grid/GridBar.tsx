import { useTranslate } from 'ra-core'
import { useState } from 'react'

import { DiscardButton } from '../form/undoable/DiscardButton.tsx'
import { FailureText } from '../form/saving/FailureText.tsx'
import type { SaveFailure } from '../form/saving/failure.ts'
import { SaveBar } from '../form/saving/SaveBar.tsx'
import { Button } from '../ui/Button.tsx'
import type { Translate } from '../../resources/kit/translate.ts'

/** Texts of a grid for its kind of record, such as 3 人 or 3 条. */
export type GridTexts = Record<
  'done' | 'incomplete' | 'passed' | 'waiting' | 'create',
  (count: number) => string
> & {
  wrong: (count: number, wrong: number) => string
  /** Title of a row in a narrow window. */
  row: (index: number) => string
  /** Name of the table for screen readers. */
  table: string
  /** Name of the records in file names. */
  records: string
}

type Props = {
  words: GridTexts
  /** Whether the rows can only be created together, in one transaction. */
  isAllOnly?: boolean
  count: number
  /** Number of rows that would be created now. */
  validCount: number
  invalidCount: number
  /** Number of rows that passed the check; 0 if they were changed since. */
  passedCount: number
  isAll: boolean
  onAll: (isAll: boolean) => void
  isSending: boolean
  /** Number of rows sent so far. */
  sentCount: number
  failure: SaveFailure | null
  onCheck: () => void
  onCreate: () => void
  onNextWrong: () => void
  /** Empties the grid. */
  onDiscard: () => void
}

const stateOf = (
  { count, validCount, invalidCount, passedCount, isSending, sentCount, words }: Props,
  translate: Translate,
) => {
  if (isSending && sentCount > 0) return words.done(sentCount)
  if (count === 0) return translate('还没有填写')
  if (invalidCount > 0) return words.wrong(count, invalidCount)
  if (validCount === 0) return words.incomplete(count)
  return passedCount > 0 ? words.passed(passedCount) : words.waiting(count)
}

/** Sticky bar of the grid: number of rows, errors, and the buttons that check and create. */
export const GridBar = (props: Props) => {
  const translate = useTranslate()
  const {
    count,
    validCount,
    invalidCount,
    isAll,
    onAll,
    isSending,
    failure,
    onCheck,
    onCreate,
    onNextWrong,
    onDiscard,
  } = props
  const { words, isAllOnly = false } = props
  const [pressed, setPressed] = useState<'check' | 'create'>('create')
  const press = (which: typeof pressed, act: () => void) => () => {
    setPressed(which)
    act()
  }
  return (
    <SaveBar
      className="create-bar"
      hasMany
      state={
        failure ? <FailureText what={translate('没有完成')} failure={failure} /> : stateOf(props, translate)
      }
    >
      {invalidCount > 0 && <Button onClick={onNextWrong}>{translate('下一处错误')}</Button>}
      {!isAllOnly && (
        <label className="inline-check">
          <input type="checkbox" checked={isAll} onChange={({ target }) => onAll(target.checked)} />
          {translate('有错误时全部不创建')}
        </label>
      )}
      <DiscardButton form={{ count, isSaving: isSending, discard: onDiscard }} />
      <Button disabled={count === 0 || isSending} onClick={press('check', onCheck)}>
        {isSending && pressed === 'check' ? translate('处理中…') : translate('检查')}
      </Button>
      <Button look="primary" disabled={validCount === 0 || isSending} onClick={press('create', onCreate)}>
        {isSending && pressed === 'create' ? translate('处理中…') : words.create(validCount)}
      </Button>
    </SaveBar>
  )
}
