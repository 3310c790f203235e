import { useTranslate } from 'ra-core'

import { Button } from '../ui/Button.tsx'
import { useRetryOnline } from '../loading/PartFailed.tsx'
import { StatePage } from './StatePage.tsx'

/** Shown if the code of a page could not be loaded; the layout around it stays usable. */
export const PageFailed = ({ onRetry }: { onRetry: () => void }) => {
  const translate = useTranslate()
  useRetryOnline(onRetry)
  return (
    <div role="alert">
      <StatePage
        picture="plug"
        title={translate('页面加载失败')}
        text={translate('可能是网络中断，或系统刚刚更新过。重试后仍是这样，请刷新页面。')}
        actions={
          <>
            <Button look="primary" onClick={onRetry}>
              {translate('重试')}
            </Button>
            <Button onClick={() => window.location.reload()}>{translate('刷新')}</Button>
          </>
        }
      />
    </div>
  )
}
