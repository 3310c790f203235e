import { useTranslate } from 'ra-core'

import { actionRefusal, holdersOf, pageRefusal, type Refusal } from '../../../providers/refusals.ts'
import { menuEntry } from '../../../resources/domain/menu.ts'
import { rightLabels } from '../../../resources/domain/rightLabels.ts'
import type { Level } from '../../../resources/domain/rights.ts'
import type { Role } from '../../../resources/domain/role.ts'
import { resources } from '../../../resources/index.ts'
import type { AnyResource } from '../../../resources/kit/index.ts'
import type { Translate } from '../../../resources/kit/translate.ts'
import { Dialog } from '../Dialog.tsx'
import { routesOf } from '../menuTree.ts'
import { useSession } from '../sessionContext.ts'

import './whyNot.css'

const roleLabels: Readonly<Record<Role, string>> = {
  admin: '管理员',
  mainAdmin: '总所主管理员',
  system: '系统账号',
  lawyer: '律师',
}
const levelLabels: Readonly<Record<Level, string>> = {
  L1: '总所主管理员',
  L2: '总所子管理员',
  L3: '分所主管理员',
  L4: '分所子管理员',
  lawyer: '律师',
  system: '系统账号',
}

type Access = ReturnType<typeof useSession>['access']

const capabilityText = (
  [capability]: Extract<Refusal, { cause: 'capability' }>['capabilities'],
  { user }: Access,
  translate: Translate,
) => {
  const right = translate(rightLabels[capability!])
  const { levels, isOwnLevel } = holdersOf(capability!, user)
  return isOwnLevel
    ? translate('律所的设置或账号的个人权限收回了“%{right}”的权限', { right })
    : translate('没有“%{right}”的权限，有此权限的是：%{levels}', {
        right,
        levels: levels.map(level => translate(levelLabels[level])).join(translate('、')),
      })
}

const refusalText = (refusal: Refusal, access: Access, translate: Translate): string => {
  if (refusal.cause === 'role')
    return translate('只对%{roles}开放', {
      roles: refusal.roles.map(role => translate(roleLabels[role])).join(translate('、')),
    })
  if (refusal.cause === 'off')
    return translate('律所没有开启“%{menu}”', {
      menu: refusal.menu.map(name => translate(menuEntry(name).label)).join(translate('、')),
    })
  if (refusal.cause === 'capability') return capabilityText(refusal.capabilities, access, translate)
  return refusal.cause === 'secure'
    ? translate('须先修改初始密码或开启两步验证')
    : translate('律所所用的后端没有提供此功能')
}

type Row = { key: string; label: string; refusal: Refusal | null }

/** The pages and the declared actions of a resource, each with the reason why it is not offered. */
const rowsOf = (resource: AnyResource, access: Access): Row[] => {
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
      {refused.length > 0 && (
        <dl className="facts lined">
          {refused.map(({ key, label, refusal }) => (
            <div key={key}>
              <dt>{translate(label)}</dt>
              <dd>{refusal && refusalText(refusal, access, translate)}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}

/**
 * Dialog that lists all pages and actions, and says of those that the user or the viewed person does not see by which rule
 * they are hidden.
 */
export const WhyNotDialog = ({ onClose }: { onClose: () => void }) => {
  const translate = useTranslate()
  const { self } = useSession()
  return (
    <Dialog title={translate('为什么看不到')} onClose={onClose}>
      <div className="dialog-content why-not">
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
