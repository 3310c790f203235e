import { useTranslate } from 'ra-core'

import { translateChange } from '../history/translateChange.ts'
import { WordDiff } from '../history/WordDiff.tsx'

type Change = { before: string; after: string; isWorded?: 0 | 1 | undefined }

/** A changed value with its differences marked. */
export const ChangedValue = ({ change }: { change: Change }) => {
  const translate = useTranslate()
  return <WordDiff {...translateChange(change, translate)} />
}
