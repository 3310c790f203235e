import { useTranslate } from 'ra-core'

import type { AppConfiguration } from '../../../resources/settings/app.ts'
import { useMiniProgram } from '../../preview/phone/useMiniProgram.ts'

/** Returns a function that lists the places of the mini-program where an icon is used. */
export const useIconUsage = ({ cardMenu = [] }: AppConfiguration) => {
  const translate = useTranslate()
  const { index } = useMiniProgram()
  const places = [
    ...(index.nav ?? []).map(
      ({ icon, label }) => [icon, translate('导航入口“%{label}”', { label })] as const,
    ),
    ...(index.tabBar ?? []).flatMap(({ icon, iconActive, label }) => [
      [icon, translate('底部导航“%{label}”', { label })] as const,
      [iconActive, translate('底部导航“%{label}”', { label })] as const,
    ]),
    ...cardMenu.map(({ icon, label }) => [icon, translate('名片按钮“%{label}”', { label })] as const),
  ]
  return (name: string) => places.flatMap(([icon, place]) => (icon === name ? [place] : []))
}
