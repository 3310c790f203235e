import { useTranslate } from 'ra-core'

import { lazyComponent } from '../../loading/lazyComponent.tsx'

/** Placeholder with the selected names while the combo box is loading. */
const ChosenNames = ({ value }: { value: readonly { name: string }[] }) => {
  const translate = useTranslate()
  return (
    <div className="control" aria-busy>
      {value.map(({ name }) => name).join(translate('、'))}
    </div>
  )
}

/** Combo box loaded on demand, because it brings MUI's autocomplete and Popper. */
export const LazyComboBox = lazyComponent(
  () => import('./ComboBox.tsx').then(it => it.ComboBox),
  ({ value }) => <ChosenNames value={value} />,
)
