import { brass, inkBlue } from './logo.ts'

export type City = 'shanghai' | 'beijing' | 'shenzhen' | 'chengdu'

// Everything stands on y = 560 in a picture of 1280 × 720.

const block = (x: number, width: number, height: number) => `M${x} 560V${560 - height}H${x + width}V560`

const windows = (x: number, width: number, height: number, step = 26) =>
  Array.from(
    { length: Math.floor((height - 30) / step) },
    (_, row) => `M${x + 12} ${560 - height + 24 + row * step}H${x + width - 12}`,
  ).join('')

const plain = (blocks: readonly [x: number, width: number, height: number][]) =>
  blocks.map(it => block(...it)).join('')
const lit = (blocks: readonly [x: number, width: number, height: number][]) =>
  blocks.map(it => windows(...it)).join('')

type Drawing = { main: string; fine: string; accent: string; far: string }

const shanghaiBlocks: [number, number, number][] = [
  [90, 84, 170],
  [188, 64, 236],
  [268, 76, 140],
  [900, 70, 210],
  [986, 92, 150],
  [1096, 60, 250],
  [1170, 70, 120],
]
const shanghai: Drawing = {
  main:
    plain(shanghaiBlocks) +
    // The tower with two spheres.
    'M426 560L452 470M514 560L488 470M458 560V466M482 560V466M470 300V214M462 386V316M478 386V316' +
    // The tapering tower, the one with an opening, the stepped one.
    'M610 560L622 190Q640 150 664 186L690 560M622 190Q656 230 684 470M616 380Q660 400 688 540' +
    'M730 560L742 230L772 210L802 230L814 560M756 250H788L782 286H762Z' +
    'M836 560V340L844 320V290L852 270L860 220L868 270L876 290V320L884 340V560',
  fine:
    lit(shanghaiBlocks) +
    'M840 360H880M840 400H880M840 440H880M840 480H880M840 520H880M738 330H806M735 400H809M732 470H812',
  accent:
    'M470 426m-42 0a42 42 0 1 0 84 0a42 42 0 1 0 -84 0M470 304m-24 0a24 24 0 1 0 48 0a24 24 0 1 0 -48 0M470 214V176',
  far: 'M0 540Q160 500 320 530T640 520T960 530T1280 510',
}

const beijingBlocks: [number, number, number][] = [
  [96, 90, 150],
  [206, 64, 210],
  [1076, 84, 230],
  [1176, 60, 150],
]
const beijing: Drawing = {
  main:
    plain(beijingBlocks) +
    // A round hall of three roofs on a terrace.
    'M330 520H570M316 540H584M300 560H600M360 520V470M540 520V470M340 470Q450 440 560 470L536 448H364ZM384 448V414M516 448V414M366 414Q450 386 534 414L508 390H392ZM412 390V362M488 390V362M396 362Q450 300 504 362Z' +
    // The flared tower and the leaning loop.
    'M668 560Q690 360 672 190H748Q730 360 752 560M672 190Q710 176 748 190' +
    'M790 560L806 300L866 284L868 380L838 388L836 560M958 560L980 330L1030 300L1046 560M866 300L1024 304M868 380L978 372',
  fine:
    lit(beijingBlocks) +
    'M678 250H742M682 300H738M684 350H736M684 400H736M680 450H740M676 500H744M396 470V520M432 470V520M468 470V520M504 470V520',
  accent:
    'M450 330V296M450 292m-6 0a6 6 0 1 0 12 0a6 6 0 1 0 -12 0M340 470Q450 440 560 470M366 414Q450 386 534 414',
  far: 'M0 500L120 430L220 480L360 400L480 470L640 390L800 470L940 410L1080 470L1200 420L1280 460',
}

const shenzhenBlocks: [number, number, number][] = [
  [110, 70, 190],
  [196, 90, 130],
  [300, 60, 260],
  [760, 74, 210],
  [1010, 80, 170],
  [1104, 64, 240],
  [1184, 56, 140],
]
const shenzhen: Drawing = {
  main:
    plain(shenzhenBlocks) +
    // The spire with four ribs, the rounded tower, the bamboo-shoot tower.
    'M560 560V280L590 200L606 130L622 200L652 280V560M590 200V560M622 200V560' +
    'M430 560V300Q432 220 468 210Q504 220 506 300V560' +
    'M876 560Q860 380 916 236Q972 380 956 560M916 236V560M890 560Q886 400 916 236Q946 400 942 560' +
    'M690 560V330H742V560M690 330L742 300V330',
  fine:
    lit(shenzhenBlocks) +
    'M434 330H502M434 370H502M434 410H502M434 450H502M434 490H502M434 530H502M564 320H648M564 370H648M564 420H648M564 470H648M564 520H648',
  accent: 'M606 130V84M468 210V186M916 236V206',
  far: 'M0 520Q120 420 260 480T520 460T780 490T1040 440T1280 500',
}

const chengduBlocks: [number, number, number][] = [
  [100, 80, 160],
  [196, 60, 230],
  [270, 70, 120],
  [966, 76, 180],
  [1060, 60, 240],
  [1136, 84, 140],
]
const chengdu: Drawing = {
  main:
    plain(chengduBlocks) +
    // A covered bridge on arches.
    'M380 560V500H660V560M380 500Q520 452 660 500M404 560A34 34 0 0 1 472 560M486 560A34 34 0 0 1 554 560M568 560A34 34 0 0 1 636 560' +
    'M440 478V430H600V478M416 430Q520 384 624 430L592 404H448ZM476 404V372H564V404M456 372Q520 330 584 372L556 350H484Z' +
    // The television tower and a pair of towers.
    'M720 560L744 330H756L780 560M736 400H764M726 500H774M730 330Q750 300 770 330L764 350H736Z' +
    'M824 560V250L880 230V560M896 560V270L944 250V560M880 380H896M880 410H896',
  fine:
    lit(chengduBlocks) +
    'M832 290H872M832 330H872M832 370H872M832 410H872M832 450H872M832 490H872M904 310H938M904 350H938M904 390H938M904 430H938M904 470H938M456 446V478M488 430V478M520 430V478M552 430V478M584 446V478',
  accent: 'M750 310V210M416 430Q520 384 624 430M456 372Q520 330 584 372',
  far: 'M0 470L110 380L190 430L300 330L420 430L540 360L680 450L820 340L960 440L1090 360L1200 430L1280 380',
}

const drawings: Record<City, Drawing & { sun: [x: number, y: number] }> = {
  shanghai: { ...shanghai, sun: [1010, 200] },
  beijing: { ...beijing, sun: [240, 190] },
  shenzhen: { ...shenzhen, sun: [220, 210] },
  chengdu: { ...chengdu, sun: [1020, 190] },
}

/** A line drawing 16:9 of a city. */
export const skylineSvg = (city: City): string => {
  const { main, fine, accent, far, sun } = drawings[city]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1280 720" width="1280" height="720">
<defs><linearGradient id="g" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#EAF0F6"/><stop offset="1" stop-color="#F8F6F1"/></linearGradient></defs>
<rect width="1280" height="720" fill="url(#g)"/><circle cx="${sun[0]}" cy="${sun[1]}" r="74" fill="${brass}" opacity=".22"/>
<g fill="none" stroke-linecap="round" stroke-linejoin="round"><path d="${far}" stroke="${inkBlue}" stroke-width="2" opacity=".22"/>
<path d="${main}" stroke="${inkBlue}" stroke-width="3.5"/><path d="${fine}" stroke="${inkBlue}" stroke-width="1.6" opacity=".38"/>
<path d="${accent}" stroke="${brass}" stroke-width="4"/><path d="M40 560H1250" stroke="${inkBlue}" stroke-width="3.5"/>
<path d="M120 596H520M600 596H860M940 596H1160M220 626H420M520 626H760M840 626H1000M320 654H600M680 654H820" stroke="${inkBlue}" stroke-width="2" opacity=".25"/></g></svg>`
}
