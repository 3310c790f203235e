import type { ReactNode } from 'react'

import { PictureWithFallback } from './PictureWithFallback.tsx'
import { useSession } from '../session/sessionContext.ts'

type Props = {
  /** Key of the picture in 后台图片. */
  name: 'notFound' | 'noPermission' | 'browserHint'
  /** Shown if the firm has not uploaded a picture. */
  fallback?: ReactNode
}

/** A picture of the back-office that the firm can replace. */
export const FirmPicture = ({ name, fallback = null }: Props) => {
  const url = useSession().conf.assets?.imgs[name]
  return <PictureWithFallback className="own-picture" src={url} alt="" fallback={fallback} />
}
