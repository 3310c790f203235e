import { useTranslate } from 'ra-core'

import { lazyComponent } from '../../loading/lazyComponent.tsx'
import { PanelButton } from '../../ui/PopupButton.tsx'
import type { Columns } from './columns.ts'

const ColumnPanel = lazyComponent(() => import('./ColumnPanel.tsx').then(it => it.ColumnPanel))

/** Button that opens the column settings of a list. */
export const ColumnMenu = ({ columns }: { columns: Columns }) => {
  const translate = useTranslate()
  return (
    <PanelButton label={translate('列设置')} look="quiet" preload={ColumnPanel.preload}>
      {() => <ColumnPanel columns={columns} />}
    </PanelButton>
  )
}
