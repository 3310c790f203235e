import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

import { answeredCardState, type CardState } from '../../../resources/cards/transitions.ts'
import { firmDay } from '../../../resources/kit/firmTime.ts'
import type { Tone } from '../../../resources/kit/index.ts'
import { isPublicCard } from '../../card/output/publicCard.ts'
import { cardFieldLabel } from '../../card/fieldLabel.ts'
import { type CardLanguage, type OwnCard, useWithdrawCard } from '../../card/useOwnCards.ts'
import { Chip } from '../../ui/Chip.tsx'
import { timestampText } from '../../fields/dates/dates.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import type { Language as ShownLanguage } from '../../../resources/kit/translate.ts'
import { useShownLanguage } from '../../language/useLanguage.ts'

const formPath = (language: CardLanguage, field?: string) =>
  `/app/user/card?language=${language}${field ? `&field=${field}` : ''}`

type BannerContent = { tone: Tone; state: string; text: ReactNode; action: ReactNode }

const RefusalReasonList = ({ card }: { card: OwnCard }) => {
  const translate = useTranslate()
  return (
    <>
      {card.auditReason}
      {card.auditItems && card.auditItems.length > 0 && (
        <ul className="banner-reasons">
          {card.auditItems.map(({ field, reason }) => (
            <li key={field}>
              <Link to={formPath(card.language, field)}>{translate(cardFieldLabel(field))}</Link>:{reason}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

type FormLinkProps = { language: CardLanguage; isPrimary?: boolean; children: string }

const FormLink = ({ language, isPrimary = true, children }: FormLinkProps) => (
  <ButtonLink {...(isPrimary && { look: 'primary' as const })} to={formPath(language)}>
    {children}
  </ButtonLink>
)

const WithdrawButton = ({ card }: { card: OwnCard }) => {
  const translate = useTranslate()
  const { mutate, isPending } = useWithdrawCard()
  return (
    <Button disabled={isPending} onClick={() => mutate(card)}>
      {isPending ? translate('撤回中…') : translate('撤回')}
    </Button>
  )
}

const draftBanner = (card: OwnCard, { translate }: ShownLanguage): BannerContent => ({
  tone: 'faint',
  state: card.published ? translate('有未提交的修改') : translate('未提交'),
  text: card.published
    ? translate('%{changedFields} 修改后还未提交，小程序仍显示已发布的内容。', {
        changedFields: card.changedFields
          .map(name => translate(cardFieldLabel(String(name))))
          .join(translate('、')),
      })
    : translate('填写完成后提交审核，通过后小程序才会显示。'),
  action: (
    <FormLink language={card.language} isPrimary={!isPublicCard(card)}>
      {card.published ? translate('继续修改') : translate('继续填写')}
    </FormLink>
  ),
})

const publishedBanner = (card: OwnCard, { translate, formats }: ShownLanguage): BannerContent => ({
  tone: card.showStatus === 1 ? 'good' : 'faint',
  state: card.showStatus === 1 ? translate('已发布') : translate('已隐藏'),
  text:
    card.showStatus === 1
      ? translate('%{timestampText} 发布，小程序显示的就是这个版本。', {
          timestampText: timestampText(card.publishedAt ?? '', formats),
        })
      : translate('名片已隐藏，小程序不显示。如需恢复，请联系管理员。'),
  action: (
    <FormLink language={card.language} isPrimary={!isPublicCard(card)}>
      {translate('修改名片')}
    </FormLink>
  ),
})

const waitingBanner = (card: OwnCard, { translate, formats }: ShownLanguage): BannerContent => ({
  tone: 'waiting',
  state: translate('审核中'),
  text: translate('%{timestampText} 提交，审核期间不能修改；需要修改请先撤回。', {
    timestampText: timestampText(card.submittedAt ?? '', formats),
  }),
  action: <WithdrawButton card={card} />,
})

const rejectedBanner = (card: OwnCard, { translate }: ShownLanguage): BannerContent => ({
  tone: 'bad',
  state: translate('已驳回'),
  text: <RefusalReasonList card={card} />,
  action: (
    <FormLink language={card.language} isPrimary={!isPublicCard(card)}>
      {translate('修改')}
    </FormLink>
  ),
})

/** An approved change that is not public yet, besides which nothing waits. */
const scheduledBanner = (card: OwnCard, { translate, formats }: ShownLanguage): BannerContent => ({
  tone: 'info',
  state: translate('待生效'),
  text: translate('修改已通过审核，将于 %{day} 0:00生效，在此之前小程序仍显示原来的内容。', {
    day: formats.day(firmDay(new Date(card.effectiveAt ?? ''))),
  }),
  action: (
    <FormLink language={card.language} isPrimary={false}>
      {translate('查看')}
    </FormLink>
  ),
})

const isScheduledOnly = ({ effectiveAt, scheduledFields, changedFields, auditStatus }: OwnCard) =>
  Boolean(effectiveAt) && auditStatus === 2 && changedFields.every(name => scheduledFields?.includes(name))

const bannerOfState: Record<CardState, (card: OwnCard, shown: ShownLanguage) => BannerContent> = {
  draft: draftBanner,
  waiting: waitingBanner,
  rejected: rejectedBanner,
  passed: publishedBanner,
  changed: draftBanner,
  changeWaiting: waitingBanner,
  changeRejected: rejectedBanner,
}

const noCardBanner = (language: CardLanguage, { translate }: ShownLanguage): BannerContent => ({
  tone: 'info',
  state: language === 'CN' ? translate('还没有名片') : translate('还没有英文名片'),
  text: translate('填写后提交审核，通过后客户就能在小程序中看到。'),
  action: <FormLink language={language}>{translate('开始填写')}</FormLink>,
})

/** State of the card, and the next step. */
export const CardStateBanner = ({ card, language }: { card: OwnCard | null; language: CardLanguage }) => {
  const shownLanguage = useShownLanguage()
  const { translate } = shownLanguage
  const { tone, state, text, action } = card
    ? (isScheduledOnly(card) ? scheduledBanner : bannerOfState[answeredCardState(card)])(card, shownLanguage)
    : noCardBanner(language, shownLanguage)
  return (
    <section className={`panel is-state cluster banner is-${tone}`} aria-label={translate('名片状态')}>
      <div className="cluster banner-text">
        <Chip tone={tone}>{state}</Chip>
        <div>{text}</div>
      </div>
      {action}
    </section>
  )
}
