import { useTranslate } from 'ra-core'

import { lazyComponent } from '../shell/lazyComponent.tsx'

/** Shown while the combo box loads. */
const ChosenNames = ({ value }: { value: readonly { name: string }[] }) => {
  const translate = useTranslate()
  return (
    <div className="control" aria-busy>
      {value.map(({ name }) => name).join(translate('、'))}
    </div>
  )
}

/** MUI's autocomplete and the list's behaviour come with the first form that has a long choice. */
export const LazyComboBox = lazyComponent(
  () => import('./ComboBox.tsx').then(it => it.ComboBox),
  ({ value }) => <ChosenNames value={value} />,
)
