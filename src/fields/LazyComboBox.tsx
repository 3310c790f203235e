import { lazyComponent } from '../layout/lazyComponent.tsx'
import { translate } from '../../resources/kit/translate.ts'

/** MUI's autocomplete and the list's behaviour come with the first form that has a long choice. */
export const LazyComboBox = lazyComponent(
  () => import('./ComboBox.tsx').then(it => it.ComboBox),
  ({ value }) => (
    <div className="control" aria-busy>
      {value.map(({ name }) => name).join(translate('、'))}
    </div>
  ),
)
