import { useTranslate } from 'ra-core'
import { useState } from 'react'

import { DiscardButton } from '../form/DiscardButton.tsx'
import { FailureText } from '../form/FailureText.tsx'
import type { SaveFailure } from '../form/failure.ts'
import { SaveBar } from '../form/SaveBar.tsx'
import { Button } from '../shell/Button.tsx'
import type { Translate } from '../../resources/kit/translate.ts'

/** How the bar counts what is created: 3 人, 3 条. */
export type GridWords = Record<
  'done' | 'incomplete' | 'passed' | 'waiting' | 'create',
  (count: number) => string
> & {
  wrong: (count: number, wrong: number) => string
  /** How a narrow window calls a row. */
  row: (index: number) => string
  /** What the rows are, for who cannot see them. */
  table: string
  /** What stands in the file that is to be filled in. */
  records: string
}

type Props = {
  words: GridWords
  /** All or none is the only way. */
  isAllOnly?: boolean
  count: number
  /** How many rows would be created now. */
  right: number
  wrong: number
  /** So many passed the check; 0 when there was none since the last change. */
  passed: number
  isAll: boolean
  onAll: (isAll: boolean) => void
  isSending: boolean
  /** So many were sent. */
  done: number
  failure: SaveFailure | null
  onCheck: () => void
  onCreate: () => void
  onNextWrong: () => void
  /** Empties the grid. */
  onDiscard: () => void
}

const stateOf = ({ count, right, wrong, passed, isSending, done, words }: Props, translate: Translate) => {
  if (isSending && done > 0) return words.done(done)
  if (count === 0) return translate('还没有填写')
  if (wrong > 0) return words.wrong(count, wrong)
  if (right === 0) return words.incomplete(count)
  return passed > 0 ? words.passed(passed) : words.waiting(count)
}

/** Always in sight: how many, what is wrong, and the way to make them. */
export const GridBar = (props: Props) => {
  const translate = useTranslate()
  const { count, right, wrong, isAll, onAll, isSending, failure, onCheck, onCreate, onNextWrong, onDiscard } =
    props
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
      {wrong > 0 && <Button onClick={onNextWrong}>{translate('下一处错误')}</Button>}
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
      <Button look="primary" disabled={right === 0 || isSending} onClick={press('create', onCreate)}>
        {isSending && pressed === 'create' ? translate('处理中…') : words.create(right)}
      </Button>
    </SaveBar>
  )
}
