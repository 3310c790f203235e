import { useTranslate } from 'ra-core'

import type { Access } from '../../../providers/access.ts'
import { actionRefusal, pageRefusal, type Refusal } from '../../../providers/refusals.ts'
import { resources } from '../../../resources/index.ts'
import type { AnyResource } from '../../../resources/kit/index.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { routesOf } from '../../routing/menuTree.ts'
import { useSession } from '../../session/sessionContext.ts'
import { ReasonList } from './ReasonList.tsx'
import { RecordRefusals } from './RecordRefusals.tsx'
import { refusalText } from './refusalText.ts'
import { useOpenRecord } from './useOpenRecord.ts'

import './whyNot.css'

type OfferedRow = { key: string; label: string; refusal: Refusal | null }

/** The pages and the declared actions of a resource, each with the reason why it is not offered. */
const rowsOf = (resource: AnyResource, access: Access): OfferedRow[] => {
  const pages = new Map(routesOf(resource).map(route => [route.path, route]))
  return [
    ...[...pages.values()].map(route => ({
      key: route.path,
      label: route.title,
      refusal: pageRefusal(route, access),
    })),
    ...Object.entries(resource.actions).map(([name, { label }]) => ({
      key: `${resource.name}.${name}`,
      label,
      refusal: actionRefusal(resource, name, access),
    })),
  ]
}

type Group = { label: string; resources: readonly AnyResource[] }

/** Resources under one heading, such as the articles and those of a person. */
const groups: Group[] = [...Map.groupBy(resources, ({ label }) => label)].map(([label, members]) => ({
  label,
  resources: members,
}))

const GroupRows = ({ group }: { group: Group }) => {
  const translate = useTranslate()
  const { access } = useSession()
  const rows = group.resources.flatMap(resource => rowsOf(resource, access))
  if (rows.length === 0) return null
  const offered = rows.filter(({ refusal }) => !refusal)
  const refused = rows.filter(({ refusal }) => refusal)
  return (
    <section>
      <h3>{translate(group.label)}</h3>
      {offered.length > 0 && (
        <p className="secondary">
          {translate('可用：%{names}', {
            names: [...new Set(offered.map(({ label }) => translate(label)))].join(translate('、')),
          })}
        </p>
      )}
      <ReasonList
        reasons={refused.flatMap(({ key, label, refusal }) =>
          refusal ? [{ key, label: translate(label), texts: [refusalText(refusal, access, translate)] }] : [],
        )}
      />
    </section>
  )
}

/**
 * Dialog that says by which rule something is not offered to the user or the viewed person: first on the record of the
 * open page, then all pages and actions.
 */
export const WhyNotDialog = ({ onClose }: { onClose: () => void }) => {
  const translate = useTranslate()
  const { self } = useSession()
  const open = useOpenRecord()
  return (
    <Dialog title={translate('为什么看不到')} onClose={onClose}>
      <div className="dialog-content why-not">
        {open && <RecordRefusals {...open} />}
        <p>
          {translate(
            '“%{name}”的页面和操作，按服务器使用的同一规则。记录的状态或所属律所不符时，操作也不显示。',
            { name: self.name },
          )}
        </p>
        {groups.map(group => (
          <GroupRows key={group.label} group={group} />
        ))}
      </div>
    </Dialog>
  )
}
