import { useTranslate } from 'ra-core'

import { timestampText } from '../fields/dates.ts'
import { Button } from '../shell/Button.tsx'
import { useFormats } from '../shell/language/useLanguage.ts'

type Props = {
  offered: { savedAt: number; isOlder: boolean }
  restore: () => void
  forget: () => void
}

/** What was typed and not saved, offered to whoever typed it. */
export const DraftOffer = ({ offered, restore, forget }: Props) => {
  const formats = useFormats()

  const translate = useTranslate()
  const when = timestampText(new Date(offered.savedAt).toISOString(), formats)
  return (
    <div className="draft-offer" role="alert">
      <p>
        {offered.isOlder
          ? translate('恢复未保存的内容？（%{when} 填写，之后这条记录被修改过）', { when })
          : translate('恢复未保存的内容？（%{when} 填写）', { when })}
      </p>
      <Button look="primary" onClick={restore}>
        {translate('恢复')}
      </Button>
      <Button onClick={forget}>{translate('不需要')}</Button>
    </div>
  )
}
