import { useTranslate } from 'ra-core'

import { lazyComponent } from '../../loading/lazyComponent.tsx'
import { translateChange } from '../history/translateChange.ts'

// The diff library is loaded on demand.
const WordDiff = lazyComponent(
  () => import('../history/WordDiff.tsx').then(it => it.WordDiff),
  ({ after }) => after,
)

type Change = { before: string; after: string; isWorded?: 0 | 1 | undefined }

/** A changed value with its differences marked. */
export const ChangedValue = ({ change }: { change: Change }) => {
  const translate = useTranslate()
  return <WordDiff {...translateChange(change, translate)} />
}
