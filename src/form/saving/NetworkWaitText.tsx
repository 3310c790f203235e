import { useTranslate } from 'ra-core'

import { Button } from '../../ui/Button.tsx'

/** Says in the save bar that saving waits for the network, with a button that cancels it. */
export const NetworkWaitText = ({ onStop }: { onStop: () => void }) => {
  const translate = useTranslate()
  return (
    <span>
      {translate('网络已断开，恢复后会自动保存。')}
      <Button look="link" onClick={onStop}>
        {translate('不再等待')}
      </Button>
    </span>
  )
}
