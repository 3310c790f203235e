import { useTranslate } from 'ra-core'

import { Chip } from '../ui/Chip.tsx'
import { cardFieldLabel } from './fieldLabel.ts'
import type { Card } from './useCard.ts'

type Misfit = NonNullable<Card['misfits']>[number]

const reasons: Record<Misfit['reason'], string> = {
  required: '本所要求填写',
  picture: '本所的照片样式需要头像',
  hidden: '本所的版式不显示，内容修改后不再提示',
}

/** What of a card does not fit the template of the office to which its owner has moved, and why. */
export const MisfitNote = ({ card }: { card: Pick<Card, 'misfits' | 'template'> }) => {
  const translate = useTranslate()
  const { misfits = [], template } = card
  if (misfits.length === 0 || !template) return null
  return (
    <div className="note is-waiting">
      <p>
        <Chip tone="waiting">{translate('待调整')}</Chip>{' '}
        {translate('名片已改用“%{office}”的名片模板，以下内容与模板不符。已发布的名片保持不变。', {
          office: template.organizationName,
        })}
      </p>
      <ul>
        {misfits.map(({ field, reason }) => (
          <li key={`${field} ${reason}`}>
            {translate('%{label}：%{text}', {
              label: translate(cardFieldLabel(field)),
              text: translate(reasons[reason]),
            })}
          </li>
        ))}
      </ul>
    </div>
  )
}
