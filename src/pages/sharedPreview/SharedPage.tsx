import { useTranslate } from 'ra-core'
import { type ReactNode, useState } from 'react'

import { errorSentence } from '../../../providers/envelope.ts'
import type { SharedPreview } from '../../../resources/sharedPreview.ts'
import { timestampText } from '../../fields/dates/dates.ts'
import { useFormats } from '../../language/useLanguage.ts'
import type { ShellSession } from '../../session/sessionContext.ts'
import { CopyButton } from '../../ui/secret/CopyButton.tsx'
import { Button } from '../../ui/Button.tsx'
import { Heading } from '../../entrance/Heading.tsx'
import { LanguageChoice } from '../../entrance/LanguageChoice.tsx'
import { ClientDecision } from './ClientDecision.tsx'
import { decideByLink, newKey, openLink, readerKey } from './publicCall.ts'
import { ReceiptPage, receiptAddress } from './ReceiptPage.tsx'
import { SharedScreen } from './SharedScreen.tsx'
import { type FirmNames, useFirmName } from './useFirmName.ts'
import { Visitor } from './Visitor.tsx'

/** One step of the page: a heading, what it says, and a button. */
const SharedStep = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="shared-part">
    <Heading>{title}</Heading>
    {children}
  </section>
)

type StartProps = { firm: string; secret: string; onOpen: (shared: SharedPreview) => void }

/** Nothing is opened before a press: a program that follows links in messages presses no button. */
const Start = ({ firm, secret, onOpen }: StartProps) => {
  const translate = useTranslate()
  const [failure, setFailure] = useState<unknown>(null)
  const [isOpening, setOpening] = useState(false)
  const open = async () => {
    setOpening(true)
    setFailure(null)
    try {
      onOpen(await openLink({ secret, reader: readerKey(secret) }))
    } catch (error) {
      setFailure(error)
    }
    setOpening(false)
  }
  return (
    <SharedStep title={firm ? translate('%{firm}请您查看一份预览', { firm }) : translate('请您查看一份预览')}>
      <p>{translate('链接24小时内有效，只能在第一次查看的浏览器中使用。')}</p>
      <p className="error" role="alert">
        {failure ? errorSentence(failure, translate) : null}
      </p>
      <Button look="primary" aria-disabled={isOpening} onClick={() => void open()}>
        {translate('查看')}
      </Button>
    </SharedStep>
  )
}

type OpenedProps = { shared: SharedPreview; session: ShellSession; children: ReactNode }

const Opened = ({ shared, session, children }: OpenedProps) => {
  const translate = useTranslate()
  const formats = useFormats()
  const firm = useFirmName(shared)
  const { sender, expireAt, names, purpose } = shared
  return (
    <>
      <section className="shared-part">
        <Heading>{purpose === 2 ? translate('征求您的同意') : translate('预览')}</Heading>
        <p>
          {sender
            ? translate('%{firm}的%{sender}发给您，%{time}前有效。', {
                firm,
                sender,
                time: timestampText(expireAt, formats),
              })
            : translate('%{firm}发给您，%{time}前有效。', { firm, time: timestampText(expireAt, formats) })}
        </p>
        <p className="secondary">{translate('以下是在手机上显示的样子（示意）。')}</p>
      </section>
      <Visitor session={session} names={names}>
        <div className="shared-phone">
          <SharedScreen shared={shared} />
        </div>
      </Visitor>
      {children}
    </>
  )
}

/** Says what was answered, and with a consent the address by which it can be withdrawn. */
const Answered = ({ decision, receipt }: { decision: 1 | 2; receipt: string }) => {
  const translate = useTranslate()
  const address = receiptAddress(receipt)
  if (decision === 2)
    return (
      <SharedStep title={translate('已收到您的答复')}>
        <p role="status">{translate('您不同意发布，内容不会公开。可以关闭本页。')}</p>
      </SharedStep>
    )
  return (
    <SharedStep title={translate('谢谢，已收到您的同意')}>
      <p role="status">{translate('请保存下面的撤回地址。以后打开它，可以随时撤回同意。')}</p>
      <div className="secret-box">
        <code dir="ltr">{address}</code>
        <CopyButton text={address} name={translate('撤回地址')} />
      </div>
      <p>
        <a href={address} target="_blank" rel="noreferrer">
          {translate('打开撤回页')}
        </a>
      </p>
    </SharedStep>
  )
}

type LinkProps = { secret: string; firm: FirmNames; session: ShellSession }

const LinkPage = ({ secret, firm, session }: LinkProps) => {
  const [shared, setShared] = useState<SharedPreview | null>(null)
  const [receipt] = useState(newKey)
  const [decision, setDecision] = useState<1 | 2 | null>(null)
  const shownFirm = useFirmName(shared ?? firm)
  if (decision) return <Answered decision={decision} receipt={receipt} />
  if (!shared) return <Start firm={shownFirm} secret={secret} onOpen={setShared} />
  return (
    <Opened shared={shared} session={session}>
      {shared.purpose === 2 && (
        <ClientDecision
          firm={shownFirm}
          onDecide={async (chosen, { name, reason }) => {
            await decideByLink({
              secret,
              reader: readerKey(secret),
              decision: chosen,
              name,
              receipt,
              ...(reason && { reason }),
            })
            setDecision(chosen)
          }}
        />
      )}
    </Opened>
  )
}

type Props = { fragment: string; firm: FirmNames; session: ShellSession }

/** Page for people without an account: the preview that a link shows, the client's answer, and its withdrawal. */
export const SharedPage = ({ fragment, firm, session }: Props) => {
  const receipt = /^receipt\.(.+)$/.exec(fragment)?.[1]
  const shownFirm = useFirmName(firm)
  return (
    <main className="shared">
      {shownFirm && <p className="shared-firm">{shownFirm}</p>}
      {receipt ? (
        <ReceiptPage receipt={receipt} />
      ) : (
        <LinkPage secret={fragment} firm={firm} session={session} />
      )}
      <LanguageChoice />
    </main>
  )
}
