import { useTranslate } from 'ra-core'

import './progressBar.css'

type Props = {
  /** Accessible name. */
  label?: string
  /** Absent while it is unknown how much has been done. */
  value?: number
  max?: number
}

/** How much of something is done or filled in. */
export const ProgressBar = ({ label, ...amount }: Props) => {
  const translate = useTranslate()
  return <progress {...amount} className="progress-bar" aria-label={label ?? translate('进度')} />
}
