import { useTranslate } from 'ra-core'

import { timestampText } from '../fields/dates.ts'
import { Button } from '../shell/Button.tsx'
import { useFormats } from '../shell/language/useLanguage.ts'

type Props = {
  offered: { savedAt: number; isOlder: boolean }
  /** Whether the draft was autosaved on the server instead of in this browser. */
  isAutosaved?: boolean
  restore: () => void
  forget: () => void
}

/** Offers to restore the unsaved content of an earlier visit. */
export const DraftOffer = ({ offered, isAutosaved = false, restore, forget }: Props) => {
  const formats = useFormats()
  const translate = useTranslate()
  const { savedAt, isOlder } = offered
  const when = timestampText(new Date(savedAt).toISOString(), formats)
  const browserDraftText = isOlder
    ? translate('恢复未保存的内容？（%{when} 填写，之后这条记录被修改过）', { when })
    : translate('恢复未保存的内容？（%{when} 填写）', { when })
  const serverDraftText = isOlder
    ? translate('有一份没有保存的草稿（%{when} 自动保存，之后内容被修改过）', { when })
    : translate('有一份没有保存的草稿（%{when} 自动保存）', { when })
  return (
    <div className="draft-offer" role="alert">
      <p>{isAutosaved ? serverDraftText : browserDraftText}</p>
      <Button look="primary" onClick={restore}>
        {isAutosaved ? translate('继续编辑') : translate('恢复')}
      </Button>
      <Button onClick={forget}>{isAutosaved ? translate('放弃') : translate('不需要')}</Button>
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
