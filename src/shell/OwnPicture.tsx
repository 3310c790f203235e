import type { ReactNode } from 'react'

import { Picture } from './Picture.tsx'
import { useSession } from './sessionContext.ts'

type Props = {
  /** A slot of 后台图片. */
  name: 'notFound' | 'noPermission' | 'browserHint'
  /** What stands there while the firm has given nothing. */
  instead?: ReactNode
}

/** A picture of the firm's own in a place of the back-office. */
export const OwnPicture = ({ name, instead = null }: Props) => {
  const url = useSession().conf.assets?.imgs[name]
  return <Picture className="own-picture" src={url} alt="" instead={instead} />
}
