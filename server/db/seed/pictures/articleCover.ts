import { between, randomOf } from '../demo/random.ts'
import { brass, inkBlue } from './logo.ts'

export const coverThemes = [
  'scales',
  'columns',
  'pages',
  'waves',
  'network',
  'bridge',
  'leaves',
  'screen',
] as const
export type CoverTheme = (typeof coverThemes)[number]

// Each drawing stands in a picture of 1280 × 720, around its middle.
const drawings: Record<CoverTheme, { main: string; accent: string }> = {
  scales: {
    main: 'M640 170V560M500 560H780M420 240H860M420 240L330 430H510ZM860 240L770 430H950Z',
    accent:
      'M330 430A90 50 0 0 0 510 430M770 430A90 50 0 0 0 950 430M640 170m-22 0a22 22 0 1 0 44 0a22 22 0 1 0 -44 0',
  },
  columns: {
    main: 'M360 560H920M390 530H890M420 530V290M480 530V290M610 530V290M670 530V290M800 530V290M860 530V290M380 280H900M400 262L640 160L880 262Z',
    accent: 'M640 210m-18 0a18 18 0 1 0 36 0a18 18 0 1 0 -36 0M360 580H920',
  },
  pages: {
    main: 'M640 230Q520 170 380 210V520Q520 480 640 540Q760 480 900 520V210Q760 170 640 230V540M420 270Q520 246 600 284M420 330Q520 306 600 344M420 390Q520 366 600 404',
    accent: 'M860 270Q760 246 680 284M860 330Q760 306 680 344M860 390Q760 366 680 404',
  },
  waves: {
    main: 'M300 470Q385 420 470 470T640 470T810 470T980 470M300 520Q385 470 470 520T640 520T810 520T980 520M470 440L500 380H790L830 440M540 380V310H740V380M600 310V250H660V310',
    accent: 'M300 570Q385 520 470 570T640 570T810 570T980 570',
  },
  network: {
    main: 'M640 360L440 240M640 360L860 220M640 360L420 500M640 360L850 510M640 360L640 180M440 240L640 180L860 220M420 500L850 510',
    accent:
      'M640 360m-40 0a40 40 0 1 0 80 0a40 40 0 1 0 -80 0M440 240m-22 0a22 22 0 1 0 44 0a22 22 0 1 0 -44 0M860 220m-22 0a22 22 0 1 0 44 0a22 22 0 1 0 -44 0M420 500m-22 0a22 22 0 1 0 44 0a22 22 0 1 0 -44 0M850 510m-22 0a22 22 0 1 0 44 0a22 22 0 1 0 -44 0',
  },
  bridge: {
    main: 'M260 470H1020M430 560V210M850 560V210M430 220L270 470M430 220L590 470M850 220L690 470M850 220L1010 470M430 280L330 470M430 280L530 470M850 280L750 470M850 280L950 470',
    accent: 'M260 500H1020M400 210H460M820 210H880',
  },
  leaves: {
    main: 'M640 570V300M640 460Q520 450 480 340Q600 340 640 460M640 400Q760 390 800 280Q680 280 640 400M640 320Q560 270 590 170Q670 220 640 320',
    accent: 'M480 340Q570 390 640 460M800 280Q710 330 640 400M520 580H760',
  },
  screen: {
    main: 'M390 200H890V490H390ZM560 560H720M600 490L590 560M680 490L690 560',
    accent: 'M600 290L710 345L600 400Z',
  },
}

/** A line drawing 16:9 on one theme; the turn changes its ground. */
export const articleCoverSvg = (theme: CoverTheme): string => {
  const random = randomOf(coverThemes.indexOf(theme) + 31)
  const { main, accent } = drawings[theme]
  const [x, y] = [between(random, 180, 1100), between(random, 120, 260)]
  const lines = Array.from({ length: 5 }, (_, index) => {
    const left = between(random, 60, 500)
    return `M${left} ${600 + index * 18}H${left + between(random, 200, 700)}`
  }).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1280 720" width="1280" height="720">
<defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#F8F6F1"/><stop offset="1" stop-color="#E4ECF4"/></linearGradient></defs>
<rect width="1280" height="720" fill="url(#g)"/><circle cx="${x}" cy="${y}" r="${between(random, 60, 110)}" fill="${brass}" opacity=".18"/>
<g fill="none" stroke-linecap="round" stroke-linejoin="round"><path d="${lines}" stroke="${inkBlue}" stroke-width="2" opacity=".2"/>
<path d="${main}" stroke="${inkBlue}" stroke-width="5"/><path d="${accent}" stroke="${brass}" stroke-width="5"/></g></svg>`
}
