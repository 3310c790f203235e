import { useTranslate } from 'ra-core'

import { answeredCardState } from '../../../resources/cards/transitions.ts'
import { AutosaveText } from '../../form/drafts/AutosaveText.tsx'
import type { AutosaveState } from '../../form/drafts/useAutosave.ts'
import type { OwnCard } from '../../card/useOwnCards.ts'
import { FailureText } from '../../form/FailureText.tsx'
import { useIntents } from '../../form/useIntents.ts'
import type { CardIntent } from './useSaveCard.ts'
import { Button } from '../../shell/Button.tsx'

type Props = {
  card: OwnCard | null
  changed: number
  isSaving: boolean
  failure: string | null
  autosave: AutosaveState
  onRetry: () => void
  onIntent: (intent: CardIntent) => void
}

/** Both ways to go on, always in reach of the thumb. */
export const CardBar = ({ card, changed, isSaving, failure, autosave, onRetry, onIntent }: Props) => {
  const translate = useTranslate()
  const { isBusy, waitingText, press, labelOf } = useIntents<CardIntent>({ isSaving, onIntent })
  if (card?.auditStatus === 1) return null
  const isNew = card === null
  const isSubmittable = isNew || changed > 0 || answeredCardState(card) !== 'passed'
  const isReviewed = isNew || Object.values(card.policy).includes('review')
  return (
    <div className="save-bar has-many own-card-bar">
      <p className="save-bar-text" role="status">
        {waitingText ? (
          waitingText
        ) : failure ? (
          <FailureText what={translate('没有保存')} failure={{ message: failure }} />
        ) : changed > 0 ? (
          <>
            <span className="own-card-count">{translate('%{changed} 项未保存', { changed })}</span>
            <AutosaveText state={autosave} onRetry={onRetry} />
          </>
        ) : (
          !isNew && translate('没有未保存的修改')
        )}
      </p>
      <Button type="submit" disabled={isBusy || (!isNew && changed === 0)} onClick={press('save')}>
        {labelOf('save', isReviewed ? translate('保存草稿') : translate('保存'))}
      </Button>
      <Button type="submit" look="primary" disabled={isBusy || !isSubmittable} onClick={press('submit')}>
        {labelOf('submit', isReviewed ? translate('提交审核') : translate('发布'))}
      </Button>
    </div>
  )
}
