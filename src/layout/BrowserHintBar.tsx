import { useTranslate } from '../i18n/useTranslate.ts'
import { Button } from './Button.tsx'
import { OwnPicture } from './OwnPicture.tsx'

export const BrowserHintBar = ({ onDismiss }: { onDismiss: () => void }) => {
  const translate = useTranslate()
  return (
    <output className="browser-hint">
      <OwnPicture name="browserHint" />
      <span>{translate('您的浏览器可能无法完整支持本后台，建议使用 Chrome 浏览器。')}</span>
      <Button look="quiet" onClick={onDismiss}>
        {translate('不再提醒')}
      </Button>
    </output>
  )
}
