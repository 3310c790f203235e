import { useTranslate } from 'ra-core'
import { useId } from 'react'

import { Switch } from '../../ui/Switch.tsx'
import { Pills } from '../../ui/Pills.tsx'
import { sortModes, type SortSettings } from './sortOrder.ts'

type Props = { settings: SortSettings; onChange: (next: Partial<SortSettings>) => void }

const modeHints: Record<SortSettings['mode'], string> = {
  1: '权重大的排在前面。可以拖动，点击上移、下移，或直接填写权重。',
  2: '按律所名称的拼音排列，权重保留但不起作用。',
  3: '按所在城市排列，同一城市内权重大的在前。',
}

type SwitchProps = { label: string; hint: string; value: 0 | 1; onChange: (value: 0 | 1) => void }

const SwitchLine = ({ label, hint, value, onChange }: SwitchProps) => {
  const id = useId()
  return (
    <div className="weight-switch">
      <Switch
        id={id}
        aria-describedby={`${id}-hint`}
        isOn={value === 1}
        onChange={isOn => onChange(isOn ? 1 : 0)}
      />
      <label htmlFor={id}>{label}</label>
      <small className="caption" id={`${id}-hint`}>
        {hint}
      </small>
    </div>
  )
}

export const SettingsPanel = ({ settings, onChange }: Props) => {
  const translate = useTranslate()
  return (
    <section className="panel weight-settings" aria-label={translate('排列方式')}>
      <Pills
        legend={translate('排序方式')}
        aria-describedby="weight-mode-hint"
        options={sortModes}
        value={settings.mode}
        onChange={mode => onChange({ mode })}
      />
      <p className="field-hint" id="weight-mode-hint">
        {translate(modeHints[settings.mode])}
      </p>
      <SwitchLine
        label={translate('总所置顶')}
        hint={translate('总所始终排在第一位')}
        value={settings.pinMain}
        onChange={pinMain => onChange({ pinMain })}
      />
      <SwitchLine
        label={translate('按城市分组')}
        hint={translate('同一城市的律所列在一起，城市按其中第一家的位置排列')}
        value={settings.groupByCity}
        onChange={groupByCity => onChange({ groupByCity })}
      />
    </section>
  )
}
