import type { AutosaveState } from './useAutosave.ts'
import { firmTime } from '../fields/dates.ts'
import { readFormats } from '../../resources/kit/translate.ts'
import { useTranslate } from '../i18n/useTranslate.ts'
import { Button } from '../layout/Button.tsx'

const clock = (iso: string) => readFormats()?.time(new Date(iso)) ?? firmTime(iso).slice(-5)

type Props = { state: AutosaveState; onRetry: () => void }

/** What became of the draft, with its time. */
export const AutosaveText = ({ state, onRetry }: Props) => {
  const translate = useTranslate()
  if (state.kind === 'saved')
    return <span>{translate('已自动保存 %{clock}', { clock: clock(state.at) })}</span>
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
      {translate('自动保存失败：%{message}。内容已留在本机', { message: state.message })}
      <Button look="link" onClick={onRetry}>
        {translate('重试')}
      </Button>
    </span>
  )
}
