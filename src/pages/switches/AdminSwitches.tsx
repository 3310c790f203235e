import { keepPreviousData } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'

import {
  effectiveSwitches,
  entryWithAncestors,
  menuEntry,
  type MenuName,
  menuNames,
} from '../../../resources/domain/menu.ts'
import type { OutputOf } from '../../../resources/kit/index.ts'
import type { conf } from '../../../resources/settings/app.ts'
import type { Role } from '../../../resources/domain/role.ts'
import { FormSkeleton } from '../../states/FormSkeleton.tsx'
import { Loaded } from '../../states/Loaded.tsx'
import { ChangeLogButton } from '../../settings/SettingTools.tsx'
import { useConf } from '../../settings/useConf.ts'
import type { ChosenValues, ConfMap } from '../../settings/useConfMap.ts'
import { type Translate } from '../../../resources/kit/translate.ts'
import { useCall, useServedCall } from '../../session/useCall.ts'
import { type SwitchEntry, SwitchForm } from './SwitchForm.tsx'

const roleLabels: Record<Role, string> = {
  admin: '管理员',
  mainAdmin: '总所主管理员',
  lawyer: '律师',
  system: '运维',
}

const isDirectlyInside = (name: MenuName, group: MenuName) => entryWithAncestors(name).at(-2) === group

const switchEntry = (name: MenuName): SwitchEntry => {
  const { label, role, isAlwaysOn } = menuEntry(name)
  return {
    name,
    label,
    visibleTo: roleLabels[role],
    ...(isAlwaysOn && { isLocked: true }),
    children: menuNames.filter(it => isDirectlyInside(it, name)).map(switchEntry),
  }
}
const topLevelNames = menuNames.filter(it => entryWithAncestors(it).length === 1)
const isForLawyers = (name: MenuName) => menuEntry(name).role === 'lawyer'
const sections = [
  { entries: topLevelNames.filter(it => !isForLawyers(it)).map(switchEntry) },
  { title: '律师自助', entries: topLevelNames.filter(isForLawyers).map(switchEntry) },
]

/** Entries of the preset 精简, which a firm cannot do without. */
const essentialNames: readonly string[] = [
  'office',
  'office.list',
  'lawyer',
  'lawyer.list',
  'lawyer.create',
  'card',
  'card.list',
  'card.create',
  'conf',
  'office.firm',
  'conf.mpIndex',
  'conf.mpCard',
  'conf.loginReg',
  'setting',
  'setting.admin',
  'setting.icp',
  'logs',
  'user.dashboard',
  'user.account',
  'user.account.settings',
  'user.account.passwd',
]
const defaultSwitches: ChosenValues<boolean> = effectiveSwitches({})
const presets = [
  { label: '标准', hint: '所有功能按默认开关', isOn: (name: string) => defaultSwitches[name] === true },
  {
    label: '精简',
    hint: '只留律所、人员、名片和账户',
    isOn: (name: string) => essentialNames.includes(name),
  },
  { label: '全部', hint: '开启所有功能', isOn: () => true },
]

const switchMap: Pick<ConfMap<boolean>, 'read' | 'toPatch'> = {
  read: ({ adminFuncSwitch }) => effectiveSwitches(adminFuncSwitch?.global ?? {}),
  toPatch: chosen => ({
    adminFuncSwitch: { global: Object.fromEntries(menuNames.map(name => [name, chosen[name] === true])) },
  }),
}

type AffectedPeople = OutputOf<(typeof conf.calls)['consequences']>['hidden']

const peopleText = ({ admins, lawyers }: AffectedPeople, translate: Translate) =>
  [
    ...(admins > 0 ? [translate('%{admins}名管理员', { admins })] : []),
    ...(lawyers > 0 ? [translate('%{lawyers}名律师', { lawyers })] : []),
  ].join(translate('、'))

const consequenceTexts = (
  { hidden, shown }: Record<'hidden' | 'shown', AffectedPeople>,
  translate: Translate,
) => {
  const [hiddenFrom, shownTo] = [peopleText(hidden, translate), peopleText(shown, translate)]
  const [count, more] = [hidden.menus.length, shown.menus.length]
  const hides = hiddenFrom
    ? translate('隐藏%{count}个菜单，影响%{who}', { count, who: hiddenFrom })
    : translate('隐藏%{count}个菜单', { count })
  const shows = shownTo
    ? translate('显示%{count}个菜单，影响%{who}', { count: more, who: shownTo })
    : translate('显示%{count}个菜单', { count: more })
  return [...(count > 0 ? [hides] : []), ...(more > 0 ? [shows] : [])]
}

/** Consequences of saving: how many menu entries and people are affected, as counted by the server. */
const Consequence = ({ before, after }: { before: ChosenValues<boolean>; after: ChosenValues<boolean> }) => {
  const translate = useTranslate()
  const changedTo = (isNow: boolean) =>
    menuNames.filter(name => Boolean(before[name]) !== isNow && Boolean(after[name]) === isNow)
  const [on, off] = [changedTo(true), changedTo(false)]
  const countCall = useServedCall('conf.consequences')
  const { data } = useCall('conf.consequences', { on, off }, { placeholderData: keepPreviousData })
  if (!countCall)
    return translate('保存后将开启%{count}项、关闭%{count2}项。', { count: on.length, count2: off.length })
  if (!data) return translate('正在计算影响…')
  const parts = consequenceTexts(data, translate)
  if (parts.length === 0) return translate('保存后，所有人看到的菜单都不变。')
  return translate('保存后将%{parts}。关闭后，对应页面和接口均不可访问。', {
    parts: parts.join(translate('；')),
  })
}

/** Page 后台功能开关: switches for the entries of the menu. */
export const AdminSwitches = () => (
  <>
    <ChangeLogButton filter={{ module: 11, targetType: 'appConf' }} />
    <Loaded query={useConf()} loading={<FormSkeleton />}>
      {conf => (
        <SwitchForm
          conf={conf}
          map={switchMap}
          sections={sections}
          presets={presets}
          consequence={(before, after) => <Consequence before={before} after={after} />}
        />
      )}
    </Loaded>
  </>
)
