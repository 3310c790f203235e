import { useNotify, useTranslate } from 'ra-core'
import { useEffect, useState } from 'react'

import { onSession } from '../../../providers/session.ts'
import { leaveView } from '../../../providers/view.ts'
import type { Self } from '../../../resources/session.ts'
import { Button } from '../../ui/Button.tsx'
import { icons } from '../../ui/icons.ts'
import { useFormats } from '../../language/useLanguage.ts'
import { useSession } from '../../session/sessionContext.ts'
import { WhyNotDialog } from '../whyNot/WhyNotDialog.tsx'

import './viewBanner.css'

type Props = { view: NonNullable<Self['view']> }

/** Says above every page whose view it is, that nothing can be changed, and when it ends; with the button that ends it. */
export const ViewBanner = ({ view }: Props) => {
  const translate = useTranslate()
  const formats = useFormats()
  const notify = useNotify()
  const [isAsking, setAsking] = useState(false)
  const { self } = useSession()
  // Sticky parts of pages are placed below the header, which is placed below this banner.
  useEffect(() => {
    document.documentElement.dataset['view'] = ''
    return () => void delete document.documentElement.dataset['view']
  }, [])
  useEffect(
    () =>
      onSession(event => void (event === 'viewOver' && notify(translate('查看已结束'), { type: 'warning' }))),
    [notify, translate],
  )
  return (
    <section className="view-banner" aria-label={translate('以该用户视角查看')}>
      <icons.contacts />
      <p>
        <strong>{translate('正在以“%{name}”的视角查看', { name: self.name })}</strong>
        <span className="wide-only">
          {translate('只读，%{time} 自动结束', { time: formats.moment(new Date(view.expireAt)) })}
        </span>
      </p>
      <Button onClick={() => setAsking(true)}>{translate('为什么看不到')}</Button>
      <Button look="primary" onClick={leaveView}>
        {translate('结束查看')}
      </Button>
      {isAsking && <WhyNotDialog onClose={() => setAsking(false)} />}
    </section>
  )
}
