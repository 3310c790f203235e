import { useTranslate } from 'ra-core'
import { useState } from 'react'

import type { CardStatus } from '../../../resources/settings/verificationKeys.ts'
import { useCall } from '../../session/useCall.ts'
import { Loaded } from '../../states/Loaded.tsx'
import { Pills } from '../../ui/Pills.tsx'

import './cardVerification.css'

const statuses: readonly (readonly [CardStatus, string])[] = [
  ['active', '在职'],
  ['inactive', '已停用'],
  ['left', '已离所'],
]

/** The verification page of an invented person. The frame runs no script, whatever a back-end answers. */
export const PagePreview = () => {
  const translate = useTranslate()
  const [status, setStatus] = useState<CardStatus>('active')
  const query = useCall('verificationKeys.preview', { status }, { placeholderData: before => before })
  return (
    <section className="panel verification-preview" aria-label={translate('核验页的样子')}>
      <h2 className="section-title">{translate('核验页的样子')}</h2>
      <Pills aria-label={translate('人员状态')} options={statuses} value={status} onChange={setStatus} />
      <Loaded query={query}>
        {({ html }) => <iframe sandbox="" title={translate('核验页的样子')} srcDoc={html} />}
      </Loaded>
    </section>
  )
}
