import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'

import type { AnyEntity } from '../../resources/kit/index.ts'
import { Button } from '../ui/Button.tsx'
import { StatePage } from './StatePage.tsx'

/** Shown in a list without records: what the list is for, and the first step. */
export const EmptyState = ({
  label: key,
  empty,
  action,
}: Pick<AnyEntity, 'label' | 'empty'> & { action?: ReactNode }) => {
  const translate = useTranslate()
  const label = translate(key)
  const text = action
    ? translate('新增的%{label}会显示在这里。', { label })
    : translate('有%{label}时会显示在这里。', { label })
  return (
    <StatePage
      picture="tray"
      title={empty ? translate(empty.title) : translate('暂无%{label}', { label })}
      text={empty ? translate(empty.text) : text}
      actions={action}
    />
  )
}

/** Shown if the filters exclude all rows, with the filters that could be removed. */
export const NoResult = ({ conditions, onClear }: { conditions: readonly string[]; onClear: () => void }) => {
  const translate = useTranslate()
  return (
    <StatePage
      picture="glass"
      title={translate('没有符合条件的记录')}
      text={translate('可以放宽或去掉条件：%{conditions}', { conditions: conditions.join(translate('、')) })}
      actions={<Button onClick={onClear}>{translate('清除全部条件')}</Button>}
    />
  )
}
