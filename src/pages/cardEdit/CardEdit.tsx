import { useNotify, useTranslate } from 'ra-core'
import { useCallback, useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'

import { useFormRecord } from '../../../providers/useDetail.ts'
import { isBlank } from '../../../resources/domain/sameness.ts'
import { cards } from '../../../resources/cards/index.ts'
import type { AnyRecord } from '../../../resources/kit/index.ts'
import { useRights } from '../../shell/useRights.ts'
import { adminForm, waitingForm } from '../../card/adminForm.ts'
import { CardDraftPreview } from '../../card/CardDraftPreview.tsx'
import { fieldLabel } from '../../card/fieldLabel.ts'
import type { Card } from '../../card/useCard.ts'
import { IgnorableFindings } from '../../review/findings/IgnorableFindings.tsx'
import { useIgnoreOfCard } from '../../review/findings/useIgnoring.ts'
import { PageTitle } from '../../shell/pageSlots.tsx'
import { usePreview } from '../../preview/PreviewAside.tsx'
import { RecordForm } from '../../form/RecordForm.tsx'
import { savedText } from '../../form/useSave.ts'
import { Loaded } from '../../shell/Loaded.tsx'

const Editor = ({ card }: { card: Card }) => {
  const translate = useTranslate()
  const navigate = useNavigate()
  const notify = useNotify()
  const { can } = useRights()
  const ignoreOf = useIgnoreOfCard()
  // The form keeps the version it was opened with: what others save meanwhile is a conflict to show, not to hide.
  const [base] = useState<AnyRecord>(() => ({ ...card, ...(card.auditStatus === 1 && { publish: 0 }) }))
  const isDecidable = card.auditStatus === 1 && can(cards, 'adminAuditCard', card)
  const draw = useCallback(
    (values: Readonly<Record<string, unknown>>) => <CardDraftPreview values={values} base={card} />,
    [card],
  )
  const preview = usePreview(draw)
  const leave = () => void navigate(`/app/card/detail/${card.id}`)
  return (
    <>
      <PageTitle>{translate('编辑名片：%{name}', { name: card.name })}</PageTitle>
      {card.auditStatus === 1 && !isDecidable && (
        <p className="field-hint">{translate('该名片正在等待审核，修改将保存到待审版本。')}</p>
      )}
      <IgnorableFindings findings={card.findings} labelOf={fieldLabel} ignore={ignoreOf(card)} />
      <RecordForm
        resource={isDecidable ? waitingForm : adminForm}
        base={base}
        onSaved={saved => {
          const text =
            saved['auditStatus'] === 2 && isBlank(saved['changedFields'])
              ? translate('已保存并发布')
              : translate('已保存')
          notify(savedText(base, saved, text), { type: 'success' })
          leave()
        }}
        onCancel={leave}
        {...preview}
        isFoldable
      />
    </>
  )
}

/** 编辑名片: what an administrator changes is published at once, unless the card waits for review. */
export const CardEdit = () => {
  const id = Number(useParams().id)
  return <Loaded query={useFormRecord<Card>('cards', id)}>{card => <Editor key={id} card={card} />}</Loaded>
}
