import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNotify, useTranslate } from 'ra-core'

import { errorSentence } from '../../providers/envelope.ts'
import { mayCall } from '../../providers/access.ts'
import type { ConsentState } from '../../resources/domain/consent.ts'
import type { PreviewLink } from '../../resources/previewLinks.ts'
import type { Language, Translate } from '../../resources/kit/translate.ts'
import { timestampText } from '../fields/dates/dates.ts'
import { useShownLanguage } from '../language/useLanguage.ts'
import { useCall, useServedCall } from '../session/useCall.ts'
import { useSession } from '../session/sessionContext.ts'
import { Button } from '../ui/Button.tsx'
import { Chip } from '../ui/Chip.tsx'

type Tone = 'good' | 'waiting' | 'bad' | 'faint' | 'info'

/** The state of a link, its colour, and since when. */
const stateOf = (
  link: PreviewLink,
  now: number,
  translate: Translate,
): [label: string, tone: Tone, at: string] => {
  const { decision, decidedAt, withdrawnAt, revokedAt, openedAt, expireAt, createdAt, isCurrent } = link
  if (withdrawnAt) return [translate('已撤回同意'), 'bad', withdrawnAt]
  if (decision === 1 && isCurrent) return [translate('客户已同意'), 'good', decidedAt ?? '']
  if (decision === 1) return [translate('同意的是修改前的内容'), 'faint', decidedAt ?? '']
  if (decision === 2) return [translate('客户不同意'), 'bad', decidedAt ?? '']
  if (revokedAt) return [translate('已撤销@token'), 'faint', revokedAt]
  if (Date.parse(expireAt) <= now) return [translate('已过期'), 'faint', expireAt]
  return openedAt ? [translate('已打开'), 'info', openedAt] : [translate('未打开'), 'waiting', createdAt]
}

const isOpen = ({ decision, revokedAt, expireAt }: PreviewLink, now: number) =>
  decision === null && revokedAt === null && Date.parse(expireAt) > now

const detailsOf = (link: PreviewLink, { translate, formats }: Language) => {
  const { createdBy, createdAt, decidedBy, reason, withdrawnBy } = link
  const sent = translate('%{name}于 %{time} 发送', {
    name: createdBy ?? '',
    time: timestampText(createdAt, formats),
  })
  return [
    sent,
    ...(decidedBy ? [translate('答复人：%{name}', { name: decidedBy })] : []),
    ...(reason ? [translate('原因：%{text}', { text: reason })] : []),
    ...(withdrawnBy ? [translate('撤回：%{name}', { name: withdrawnBy })] : []),
  ]
}

const useRevoke = () => {
  const translate = useTranslate()
  const client = useQueryClient()
  const notify = useNotify()
  const revoke = useServedCall('previewLinks.revoke')
  return useMutation({
    mutationFn: async (id: number) => revoke?.({ id }),
    onSettled: () => client.invalidateQueries({ queryKey: ['previewLinks'] }),
    onError: error => notify(errorSentence(error, translate), { type: 'error' }),
  })
}

const LinkRow = ({ link, now }: { link: PreviewLink; now: number }) => {
  const language = useShownLanguage()
  const { translate, formats } = language
  const { mutate, isPending } = useRevoke()
  const [label, tone, at] = stateOf(link, now, translate)
  return (
    <li>
      <div className="cluster">
        <strong>{link.recipient}</strong>
        <Chip tone={tone}>{label}</Chip>
        <span className="secondary">{timestampText(at, formats)}</span>
        {isOpen(link, now) && (
          <Button
            look="quiet"
            disabled={isPending}
            aria-label={translate('撤销发给%{name}的链接', { name: link.recipient })}
            onClick={() => mutate(link.id)}
          >
            {translate('撤销@link')}
          </Button>
        )}
      </div>
      <p className="caption">{detailsOf(link, language).join(' · ')}</p>
    </li>
  )
}

const consentText = (consent: ConsentState, translate: Translate) => {
  if (consent === 'unneeded') return null
  return consent === 'given'
    ? translate('客户已同意公开当前内容。')
    : translate('此案例填写了当事人，客户同意当前内容后才会公开。')
}

type Props = {
  subject: { articleId: number } | { cardId: number }
  /** The consent of an article's client. */
  hasConsent?: ConsentState | null | undefined
}

/** The links to the preview of an article or a card, with what was decided by them; nothing where there are none. */
export const PreviewLinks = ({ subject, hasConsent }: Props) => {
  const translate = useTranslate()
  const { access } = useSession()
  const isReader = mayCall({ who: 'preview.share' }, access.user)
  const { data, dataUpdatedAt } = useCall('previewLinks.list', isReader ? subject : null, { retry: false })
  const links = data?.links ?? []
  const text = consentText(hasConsent ?? 'unneeded', translate)
  if (links.length === 0 && !text) return null
  return (
    <section className="panel" aria-label={translate('预览链接')}>
      <h2 className="section-title">{text ? translate('客户同意@panel') : translate('预览链接')}</h2>
      {text && (
        <p className={hasConsent === 'given' ? 'note is-good' : 'note is-waiting'}>{translate(text)}</p>
      )}
      {links.length > 0 && (
        <ul className="plain-list stack">
          {links.map(link => (
            <LinkRow key={link.id} link={link} now={dataUpdatedAt} />
          ))}
        </ul>
      )}
    </section>
  )
}
