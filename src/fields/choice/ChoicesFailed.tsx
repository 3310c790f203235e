import { useTranslate } from 'ra-core'

import { Button } from '../../ui/Button.tsx'

/** Says that the options of an input could not be loaded. They are also read again when the server answers again. */
export const ChoicesFailed = ({ onRetry }: { onRetry: () => void }) => {
  const translate = useTranslate()
  return (
    <p className="field-error" role="alert">
      {translate('选项加载失败')}
      <Button look="link" onClick={onRetry}>
        {translate('重试')}
      </Button>
    </p>
  )
}
