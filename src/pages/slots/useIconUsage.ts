import type { AppConfiguration } from '../../../resources/settings/app.ts'
import { useMiniProgram } from '../../preview/useMiniProgram.ts'

/** The places of the mini-program where an icon is named. */
export const useIconUsage = ({ cardMenu = [] }: AppConfiguration) => {
  const { index } = useMiniProgram()
  const places = [
    ...(index.nav ?? []).map(({ icon, label }) => [icon, `导航入口「${label}」`] as const),
    ...(index.tabBar ?? []).flatMap(({ icon, iconActive, label }) => [
      [icon, `底部导航「${label}」`] as const,
      [iconActive, `底部导航「${label}」`] as const,
    ]),
    ...cardMenu.map(({ icon, label }) => [icon, `名片按钮「${label}」`] as const),
  ]
  return (name: string) => places.flatMap(([icon, place]) => (icon === name ? [place] : []))
}
