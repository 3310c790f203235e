import { useTranslate } from 'ra-core'

import { Switch } from '../../fields/Switch.tsx'
import { Dialog } from '../../shell/Dialog.tsx'

const keys = [
  ['J', '下一项'],
  ['K', '上一项'],
  ['A', '通过'],
  ['R', '驳回，填写原因'],
  ['E', '更正当前或第一项内容'],
  ['Z', '撤销最近一次决定（10秒内）'],
  ['Ctrl + Enter', '在填写原因时提交'],
  ['?', '显示本说明'],
] as const

type Props = { areKeysOn: boolean; onSwitch: (areOn: boolean) => void; onClose: () => void }

/** What each key does; whoever is in their way can switch them off. */
export const KeyHelp = ({ areKeysOn, onSwitch, onClose }: Props) => {
  const translate = useTranslate()
  return (
    <Dialog title={translate('快捷键')} onClose={onClose}>
      <div className="dialog-content">
        <dl className="facts desk-keys">
          {keys.map(([key, does]) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{translate(does)}</dd>
            </div>
          ))}
        </dl>
        <label className="inline-check">
          <Switch isOn={areKeysOn} onChange={onSwitch} />
          {translate('启用单键快捷键')}
        </label>
      </div>
    </Dialog>
  )
}
