import { useTranslate } from 'ra-core'

import { timestampText } from '../../fields/dates/dates.ts'
import { Button } from '../../ui/Button.tsx'
import { useFormats } from '../../language/useLanguage.ts'

/** Where a draft was kept: autosaved on the server, or in this browser, by this window or by another. */
type Source = 'server' | 'browser' | 'otherWindow'

const texts: Record<Source, { plain: string; older: string; restore: string; forget: string }> = {
  browser: {
    plain: '恢复未保存的内容？（%{when} 填写）',
    older: '恢复未保存的内容？（%{when} 填写，之后这条记录被修改过）',
    restore: '恢复',
    forget: '不需要',
  },
  server: {
    plain: '有一份没有保存的草稿（%{when} 自动保存）',
    older: '有一份没有保存的草稿（%{when} 自动保存，之后内容被修改过）',
    restore: '继续编辑',
    forget: '放弃',
  },
  otherWindow: {
    plain: '另一个窗口填写的内容还没有保存（%{when} 填写）',
    older: '另一个窗口填写的内容还没有保存（%{when} 填写，之后这条记录被修改过）',
    restore: '继续编辑',
    forget: '放弃',
  },
}

type Props = {
  offered: { savedAt: number; isOlder: boolean }
  source?: Source
  restore: () => void
  forget: () => void
}

/** Offers to restore the unsaved content of an earlier visit. */
export const DraftOffer = ({ offered, source = 'browser', restore, forget }: Props) => {
  const formats = useFormats()
  const translate = useTranslate()
  const { savedAt, isOlder } = offered
  const when = timestampText(new Date(savedAt).toISOString(), formats)
  const { plain, older, ...buttons } = texts[source]
  return (
    <div className="draft-offer" role="alert">
      <p>{translate(isOlder ? older : plain, { when })}</p>
      <Button look="primary" onClick={restore}>
        {translate(buttons.restore)}
      </Button>
      <Button onClick={forget}>{translate(buttons.forget)}</Button>
    </div>
  )
}

/** Says that an earlier draft could not be read, so that nobody takes it for lost. */
export const UnreadDraft = ({ readAgain }: { readAgain: () => void }) => {
  const translate = useTranslate()
  return (
    <div className="draft-offer" role="alert">
      <p>{translate('自动保存的草稿读取失败，请重试以确认有没有未保存的内容')}</p>
      <Button onClick={readAgain}>{translate('重试')}</Button>
    </div>
  )
}
