import { useTranslate } from 'ra-core'

import type { RefusalCause } from '../../providers/access.ts'
import { homeOf } from '../../providers/session.ts'
import { rightLabel } from '../../resources/domain/rightLabels.ts'
import type { Capability } from '../../resources/domain/rights.ts'
import { useSession } from '../session/sessionContext.ts'
import { FirmPicture } from '../ui/FirmPicture.tsx'
import { StatePage } from './StatePage.tsx'
import type { Translate } from '../../resources/kit/translate.ts'
import { ButtonLink } from '../ui/Button.tsx'

const reasonTexts: Record<RefusalCause, (translate: Translate, right: string | undefined) => string> = {
  role: translate => translate('您的账号没有访问此页面的权限。如确有需要，请联系总所主管理员。'),
  off: translate => translate('律所尚未开启此功能。如需使用，请联系系统管理员在“功能设置”中开启。'),
  unserved: translate => translate('律所所用的后端没有提供此功能。如需使用，请联系系统管理员。'),
  capability: (translate, right) =>
    right
      ? translate('您没有“%{right}”的权限。如确有需要，请联系总所主管理员开通。', { right })
      : translate('您没有此操作的权限。如确有需要，请联系总所主管理员开通。'),
}

type Props = { refused: RefusalCause; capability?: Capability | readonly Capability[] | undefined }

/** Says why a page cannot be opened, and whom to ask. */
export const NoPermission = ({ refused, capability }: Props) => {
  const translate = useTranslate()
  const labels = [capability ?? []].flat().map(it => translate(rightLabel(it)))
  const home = homeOf(useSession().self)
  return (
    <StatePage
      picture={<FirmPicture name="noPermission" fallback={<DoorDrawing />} />}
      title={refused === 'off' || refused === 'unserved' ? translate('功能未开启') : translate('没有权限')}
      text={reasonTexts[refused](translate, labels.length > 0 ? labels.join(translate('”或“')) : undefined)}
      actions={<ButtonLink to={home}>{translate('回到首页')}</ButtonLink>}
    />
  )
}

const DoorDrawing = () => (
  <svg className="drawing" viewBox="0 0 120 96" width="120" height="96" aria-hidden>
    <path d="M22 88h76" />
    <path d="M38 88V12h44v76" />
    <path d="M45 88V19h30v69" />
    <path className="accent" d="M68 54v6" />
    <path d="M52 28h16v18H52z" />
  </svg>
)
