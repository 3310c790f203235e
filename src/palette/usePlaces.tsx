import { useLogout, useStoreContext, useTranslate } from 'ra-core'

import { leaveView } from '../../providers/view.ts'
import { entryWithAncestors, menuEntry, type MenuName } from '../../resources/domain/menu.ts'
import { resources } from '../../resources/index.ts'
import { type AnyEntity, isEntity, type Route } from '../../resources/kit/index.ts'
import type { Translate } from '../../resources/kit/translate.ts'
import { isDark } from '../theme/appearance.ts'
import { icons } from '../ui/icons.ts'
import { type MenuNode, routesOf } from '../routing/menuTree.ts'
import { addressWithFixed } from '../routing/paths.ts'
import { useSession } from '../session/sessionContext.ts'
import { useRights } from '../session/useRights.ts'
import type { PaletteItem } from './items.ts'

const routes = resources.flatMap(routesOf)
const entities = resources.filter(isEntity)

type MenuPlace = { name: MenuName; path: string }

const menuLeaves = (nodes: readonly MenuNode[]): MenuPlace[] =>
  nodes.flatMap(node => (node.children.length > 0 ? menuLeaves(node.children) : [node]))

const pageItem = ({ name, path }: MenuPlace, translate: Translate): PaletteItem => {
  const { label, icon } = menuEntry(name)
  const Icon = icons[icon]
  const groups = entryWithAncestors(name).slice(0, -1)
  return {
    key: path,
    name: translate(label),
    picture: <Icon />,
    note: groups.map(it => translate(menuEntry(it).label)).join(' / '),
    target: path,
  }
}

/** Pages of the menu, and others that the user may open, such as messages and the password page. */
export const usePages = (): PaletteItem[] => {
  const translate = useTranslate()
  const { menu } = useSession()
  const { mayOpen } = useRights()
  const places = menuLeaves(menu)
  const pagesOutsideMenu = routes.flatMap(route =>
    route.menu && mayOpen(route) ? [{ name: route.menu, path: route.path }] : [],
  )
  const byPath = new Map([...places, ...pagesOutsideMenu].map(place => [place.path, place]))
  return [...byPath.values()].map(place => pageItem(place, translate))
}

type Creatable = { entity: AnyEntity; route: Route }

const creationItem = ({ entity, route }: Creatable, translate: Translate): PaletteItem => {
  const label = translate(entity.label)
  const path = addressWithFixed(route.path, entity.fixed)
  return {
    key: path,
    name: translate('新增%{label}', { label }),
    otherNames: [translate('新建%{label}', { label }), translate(route.title)],
    picture: <icons.add />,
    target: path,
  }
}

/** Commands that create records, that explain what is not offered, and those of the user menu. */
export const useCommands = (onWhyNot: () => void): PaletteItem[] => {
  const translate = useTranslate()
  const { mayOpen } = useRights()
  const logout = useLogout()
  const { self } = useSession()
  const store = useStoreContext()
  const creatable = entities.flatMap((entity): Creatable[] => {
    const route = entity.views.create ?? entity.pages['create']
    return route && !route.path.includes(':') && mayOpen(route) ? [{ entity, route }] : []
  })
  const toLight = isDark()
  return [
    ...creatable.map(it => creationItem(it, translate)),
    {
      key: 'appearance',
      name: toLight ? translate('切换到浅色') : translate('切换到深色'),
      otherNames: [translate('外观')],
      picture: <icons.tune />,
      target: () => store.setItem('theme', toLight ? 'light' : 'dark'),
    },
    {
      key: 'whyNot',
      name: translate('为什么看不到'),
      otherNames: [translate('为什么看不到某个页面或操作？')],
      picture: <icons.lock />,
      target: onWhyNot,
      isStaying: true,
    },
    self.view
      ? {
          key: 'leaveView',
          name: translate('结束查看'),
          picture: <icons.lock />,
          target: leaveView,
        }
      : {
          key: 'logout',
          name: translate('退出登录'),
          picture: <icons.lock />,
          target: () => void logout(),
        },
  ]
}
