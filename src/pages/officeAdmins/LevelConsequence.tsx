import { useTranslate } from 'ra-core'
import { useWatch } from 'react-hook-form'

import { admins } from '../../../resources/admins/index.ts'
import { rightLabel } from '../../../resources/domain/rightLabels.ts'
import type { Capability } from '../../../resources/domain/rights.ts'
import type { AnyRecord, OutputOf } from '../../../resources/kit/index.ts'
import type { Translate } from '../../../resources/kit/translate.ts'
import { useCall } from '../../session/useCall.ts'

type Consequences = OutputOf<(typeof admins.calls)['consequences']>

/** Number of rights listed by name; with more, their total is given. */
const maxNamedRights = 4
const rightsText = (names: readonly Capability[], translate: Translate) => {
  const labels = names.slice(0, maxNamedRights).map(name => translate(rightLabel(name)))
  const values = { count: names.length, labels: labels.join(translate('、')) }
  return names.length > maxNamedRights
    ? translate('%{count}项权限（%{labels}等）', values)
    : translate('%{count}项权限（%{labels}）', values)
}

const consequenceSentence = (
  name: string,
  { lost, gained, hidden, shown, lawyers, admins: others }: Consequences,
  translate: Translate,
) => {
  const parts = [
    ...(lost.length > 0 ? [translate('失去或缩小%{list}', { list: rightsText(lost, translate) })] : []),
    ...(gained.length > 0 ? [translate('得到或扩大%{list}', { list: rightsText(gained, translate) })] : []),
    ...(hidden.length > 0 ? [translate('少%{count}个菜单', { count: hidden.length })] : []),
    ...(shown.length > 0 ? [translate('多%{count}个菜单', { count: shown.length })] : []),
  ]
  return parts.length > 0
    ? translate('保存后，%{name}将%{parts}，涉及%{lawyers}名律师、%{others}名管理员。', {
        name,
        parts: parts.join(translate('，')),
        lawyers,
        others,
      })
    : translate('保存后，权限没有变化。')
}

/** Explains the consequences of a changed level before it is saved, if the back-end can tell. */
export const LevelConsequence = ({ base }: { base: AnyRecord }) => {
  const translate = useTranslate()
  const { success, data: officeLevel } = admins.fields.officeLevel.schema.safeParse(
    useWatch({ name: 'officeLevel' }),
  )
  const isOther = success && officeLevel !== base['officeLevel']
  const input = isOther ? { id: base.id, officeLevel } : null
  const { data } = useCall('admins.consequences', input, { staleTime: 0, retry: false })
  if (!isOther || !data) return null
  return (
    <p className="note is-info" role="status">
      {consequenceSentence(String(base['name']), data, translate)}
    </p>
  )
}
