import { useTranslate } from 'ra-core'

import type { AutosaveState } from './useAutosave.ts'
import { useFormats } from '../../language/useLanguage.ts'
import { Button } from '../../ui/Button.tsx'

type Props = { state: AutosaveState; onRetry: () => void }

/** State of the autosaved draft, with the time of the last save. */
export const AutosaveText = ({ state, onRetry }: Props) => {
  const translate = useTranslate()
  const { time } = useFormats()
  if (state.kind === 'saved')
    return <span>{translate('已自动保存 %{clock}', { clock: time(new Date(state.at)) })}</span>
  if (state.kind === 'saving') return <span>{translate('正在保存草稿…')}</span>
  if (state.kind === 'stopped')
    return (
      <span className="field-error">
        {translate('另一个窗口或设备也在编辑，这里已停止自动保存，内容已留在本机')}
      </span>
    )
  if (state.kind !== 'failed') return null
  return (
    <span className="field-error">
      {translate('自动保存失败：%{message}。内容已留在本机', { message: state.message(translate) })}
      <Button look="link" onClick={onRetry}>
        {translate('重试')}
      </Button>
    </span>
  )
}
