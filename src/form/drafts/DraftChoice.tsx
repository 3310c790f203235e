import { useTranslate } from 'ra-core'

import { timestampText } from '../../fields/dates.ts'
import { Button } from '../../shell/Button.tsx'
import { useFormats } from '../../shell/language/useLanguage.ts'

type Props = { offered: { savedAt: number; isOlder: boolean }; onGoOn: () => void; onGiveUp: () => void }

/** What was being written, offered to whoever wrote it. */
export const DraftChoice = ({ offered: { savedAt, isOlder }, onGoOn, onGiveUp }: Props) => {
  const formats = useFormats()

  const translate = useTranslate()
  const when = timestampText(new Date(savedAt).toISOString(), formats)
  return (
    <div className="draft-offer" role="alert">
      <p>
        {isOlder
          ? translate('有一份没有保存的草稿（%{when} 自动保存，之后内容被修改过）', { when })
          : translate('有一份没有保存的草稿（%{when} 自动保存）', { when })}
      </p>
      <Button look="primary" onClick={onGoOn}>
        {translate('继续编辑')}
      </Button>
      <Button onClick={onGiveUp}>{translate('放弃')}</Button>
    </div>
  )
}
