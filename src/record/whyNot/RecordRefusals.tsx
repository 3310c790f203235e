import { useTranslate } from 'ra-core'

import {
  actionRefusal,
  editRefusal,
  type FieldLimit,
  fieldRefusal,
  pageRefusal,
  type Refusal,
} from '../../../providers/refusals.ts'
import type { AnyEntity, AnyRecord } from '../../../resources/kit/index.ts'
import type { Translate } from '../../../resources/kit/translate.ts'
import { recordTitle } from '../../routing/recordTitle.ts'
import { useSession } from '../../session/sessionContext.ts'
import { type Reason, ReasonList } from './ReasonList.tsx'
import { refusalText } from './refusalText.ts'
import type { OpenRecord } from './useOpenRecord.ts'

const limitTexts: Readonly<Record<FieldLimit, string>> = {
  hidden: '不显示',
  masked: '部分隐藏',
  fixed: '不能在表单中修改，由服务器或其他操作写入',
}

/** The states of a record, such as 状态 已离所, which decide what can be done with it. */
const statesOf = ({ fields }: AnyEntity, record: AnyRecord, translate: Translate) =>
  Object.entries(fields).flatMap(([name, field]) => {
    const options = 'options' in field ? field.options : []
    const [, label, tone] = options.find(([value]) => value === record[name]) ?? []
    return tone && label ? [`${translate(field.label)} ${translate(label)}`] : []
  })

const pageRows = ({ entity, record }: OpenRecord, access: ReturnType<typeof useSession>['access']) => {
  const { edit } = entity.views
  return [
    ...(edit ? [{ key: 'edit', label: edit.title, refusal: editRefusal(entity, edit, access, record) }] : []),
    ...Object.values(entity.pages)
      .filter(({ path }) => path.includes(':id'))
      .map(page => ({
        key: page.path,
        label: page.title,
        refusal:
          pageRefusal(page, access) ??
          ((page.when?.(record) ?? true) ? null : ({ cause: 'state' } satisfies Refusal)),
      })),
    ...Object.entries(entity.actions)
      .filter(([, { on }]) => on.includes('row') || on.includes('detail'))
      .map(([name, { label }]) => ({
        key: name,
        label,
        refusal: actionRefusal(entity, name, access, record),
      })),
  ]
}

/** What is not offered on the record of the open page: its pages, its actions and its fields, each with the reason. */
export const RecordRefusals = ({ entity, record }: OpenRecord) => {
  const translate = useTranslate()
  const { access } = useSession()
  const states = statesOf(entity, record, translate)
  const actions = pageRows({ entity, record }, access).flatMap(({ key, label, refusal }): Reason[] =>
    refusal ? [{ key, label: translate(label), texts: [refusalText(refusal, access, translate)] }] : [],
  )
  const fields = Object.entries(entity.fields).flatMap(([key, field]): Reason[] => {
    const limited = fieldRefusal(entity, key, field, access)
    if (!limited) return []
    const texts = [
      translate(limitTexts[limited.limit]),
      ...(limited.refusal ? [refusalText(limited.refusal, access, translate)] : []),
    ]
    return [{ key, label: translate(field.label), texts }]
  })
  return (
    <section>
      <h3>{recordTitle(entity, record, translate)}</h3>
      {states.length > 0 && <p className="secondary">{states.join(translate('、'))}</p>}
      {actions.length + fields.length === 0 && <p>{translate('此记录的操作和字段都可用。')}</p>}
      <ReasonList reasons={[...actions, ...fields]} />
    </section>
  )
}
