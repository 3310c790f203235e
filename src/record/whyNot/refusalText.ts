import type { Access } from '../../../providers/access.ts'
import { holdersOf, type Refusal } from '../../../providers/refusals.ts'
import { menuEntry } from '../../../resources/domain/menu.ts'
import { rightLabel } from '../../../resources/domain/rightLabels.ts'
import { levelLabels } from '../../../resources/domain/levelLabels.ts'
import type { Scope } from '../../../resources/domain/rights.ts'
import type { Role } from '../../../resources/domain/role.ts'
import type { Translate } from '../../../resources/kit/translate.ts'

const roleLabels: Readonly<Record<Role, string>> = {
  admin: '管理员',
  mainAdmin: '总所主管理员',
  system: '系统账号',
  lawyer: '律师',
}
const scopeTexts: Readonly<Record<Scope, string>> = {
  all: '您的权限不包括此记录',
  office: '此记录属于其他律所，您的权限只限本律所',
  own: '您的权限只限本人创建的记录',
  self: '您的权限只限本人的记录',
}

const capabilityText = (
  [capability]: Extract<Refusal, { cause: 'capability' }>['capabilities'],
  { user }: Access,
  translate: Translate,
) => {
  const right = translate(rightLabel(capability!))
  const { levels, isOwnLevel } = holdersOf(capability!, user)
  return isOwnLevel
    ? translate('律所的设置或账号的个人权限收回了“%{right}”的权限', { right })
    : translate('没有“%{right}”的权限，有此权限的是：%{levels}', {
        right,
        levels: levels.map(level => translate(levelLabels[level])).join(translate('、')),
      })
}

/** A sentence that names the rule by which something is not offered. */
export const refusalText = (refusal: Refusal, access: Access, translate: Translate): string => {
  if (refusal.cause === 'role')
    return translate('只对%{roles}开放', {
      roles: refusal.roles.map(role => translate(roleLabels[role])).join(translate('、')),
    })
  if (refusal.cause === 'off')
    return translate('律所没有开启“%{menu}”', {
      menu: refusal.menu.map(name => translate(menuEntry(name).label)).join(translate('、')),
    })
  if (refusal.cause === 'capability') return capabilityText(refusal.capabilities, access, translate)
  if (refusal.cause === 'scope') return translate(scopeTexts[refusal.scope])
  if (refusal.cause === 'state') return translate('此记录目前的状态不允许')
  return refusal.cause === 'secure'
    ? translate('须先修改初始密码或开启两步验证')
    : translate('律所所用的后端没有提供此功能')
}
