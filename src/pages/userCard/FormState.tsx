import { neededToPublish, cards } from '../../../resources/cards/index.ts'
import { type OwnCard, useWithdraw } from '../../card/useOwnCards.ts'
import { Chip } from '../../fields/cells.tsx'
import { momentText } from '../../fields/dates.ts'

const needed = neededToPublish.map(it => cards.fields[it].label).join('、')

const Waiting = ({ card }: { card: OwnCard }) => {
  const { mutate, isPending } = useWithdraw()
  return (
    <div className="own-card-state">
      <p>
        <Chip tone="waiting">审核中</Chip> {momentText(card.submittedAt ?? '')} 提交,审核期间不能修改。
      </p>
      <button type="button" className="button" disabled={isPending} onClick={() => mutate(card)}>
        {isPending ? '撤回中…' : '撤回'}
      </button>
    </div>
  )
}

/** What the form is for at this moment. */
export const FormState = ({ card }: { card: OwnCard | null }) => {
  if (card?.auditStatus === 1) return <Waiting card={card} />
  if (card?.auditStatus === 3)
    return (
      <div className="own-card-state is-bad">
        <p>
          <Chip tone="bad">已驳回</Chip> {card.auditReason}
        </p>
      </div>
    )
  if (!card?.published) return <p className="own-card-hint">可以随时保存草稿。提交审核前需填写:{needed}。</p>
  const isReviewed = Object.values(card.policy).includes('review')
  return (
    <p className="own-card-hint">
      {isReviewed
        ? '修改提交后由管理员审核,通过前小程序仍显示已发布的内容。'
        : '本所名片无需审核,保存后立即发布。'}
    </p>
  )
}
