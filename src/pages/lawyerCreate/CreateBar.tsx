import { useTranslate } from 'ra-core'
import { useState } from 'react'

import { FailureText } from '../../form/FailureText.tsx'
import type { SaveFailure } from '../../form/failure.ts'
import { Button } from '../../shell/Button.tsx'
import type { Translate } from '../../../resources/kit/translate.ts'

type Props = {
  count: number
  /** So many would be created now. */
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
}

const stateOf = ({ count, right, wrong, passed, isSending, done }: Props, translate: Translate) => {
  if (isSending && done > 0) return translate('已处理 %{done} 人…', { done })
  if (count === 0) return translate('还没有填写')
  if (wrong > 0) return translate('%{count} 人，其中 %{wrong} 人需要修改', { count, wrong })
  if (right === 0) return translate('%{count} 人待填写完整', { count })
  return passed > 0
    ? translate('检查通过，可以创建 %{passed} 人', { passed })
    : translate('%{count} 人待创建', { count })
}

/** Always in sight: how many, what is wrong, and the way to make them. */
export const CreateBar = (props: Props) => {
  const translate = useTranslate()
  const { count, right, wrong, isAll, onAll, isSending, failure, onCheck, onCreate, onNextWrong } = props
  const [pressed, setPressed] = useState<'check' | 'create'>('create')
  const press = (which: typeof pressed, act: () => void) => () => {
    setPressed(which)
    act()
  }
  return (
    <div className="save-bar has-many create-bar">
      <p className="save-bar-text" role="status">
        {failure ? <FailureText what={translate('没有完成')} failure={failure} /> : stateOf(props, translate)}
      </p>
      {wrong > 0 && <Button onClick={onNextWrong}>{translate('下一处错误')}</Button>}
      <label className="inline-check">
        <input type="checkbox" checked={isAll} onChange={({ target }) => onAll(target.checked)} />
        {translate('有错误时全部不创建')}
      </label>
      <Button disabled={count === 0 || isSending} onClick={press('check', onCheck)}>
        {isSending && pressed === 'check' ? translate('处理中…') : translate('检查')}
      </Button>
      <Button look="primary" disabled={right === 0 || isSending} onClick={press('create', onCreate)}>
        {isSending && pressed === 'create'
          ? translate('处理中…')
          : right > 1
            ? translate('创建 %{right} 个账号', { right })
            : translate('创建账号')}
      </Button>
    </div>
  )
}
