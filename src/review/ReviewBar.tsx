import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'

import { SaveBar } from '../form/saving/SaveBar.tsx'
import { Button } from '../ui/Button.tsx'
import type { Translate } from '../../resources/kit/translate.ts'
import type { Corrections } from './useCorrections.ts'

type Props = {
  corrections: Pick<Corrections, 'patch' | 'edited'>
  isRunning: boolean
  /** Whether the running request is a refusal, whose dialog shows the progress. */
  isRefusing?: boolean
  /** Whether an approval is to be sent that can still be taken back. */
  isWaiting?: boolean
  /** Whether the item can be approved at present. */
  mayApprove?: boolean
  /** What approving does, shown if there are no corrections. */
  consequence: string
  /** Label of the command that refuses. */
  refusal: string
  onApprove: () => void
  onRefuse: () => void
  children?: ReactNode
}

const statusText = (corrected: number, isEditing: boolean, consequence: string, translate: Translate) => {
  if (isEditing) return translate('请先采用或取消正在填写的更正')
  return corrected > 0 ? translate('更正了 %{corrected} 项，通过后一并发布', { corrected }) : consequence
}

/** Sticky bar with the buttons to approve and to refuse. */
export const ReviewBar = ({ corrections, isRunning, consequence, refusal, children, ...props }: Props) => {
  const { isRefusing = false, isWaiting = false, mayApprove = true, onApprove, onRefuse } = props
  const translate = useTranslate()
  const corrected = Object.keys(corrections.patch).length
  const isEditing = corrections.edited.length > 0
  const isDisabled = isRunning || isEditing || isWaiting
  return (
    <SaveBar
      hasMany={children !== undefined}
      state={statusText(corrected, isEditing, consequence, translate)}
    >
      {children}
      <Button isDanger disabled={isDisabled} title="R" onClick={onRefuse}>
        {refusal}
      </Button>
      <Button look="primary" disabled={isDisabled || !mayApprove} title="A" onClick={onApprove}>
        {isRunning && !isRefusing
          ? translate('处理中…')
          : corrected > 0
            ? translate('更正并通过')
            : translate('通过')}
      </Button>
    </SaveBar>
  )
}
