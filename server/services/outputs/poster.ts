import {
  darkenForWhiteText,
  fonts,
  textElement,
  textElements,
  wrapText,
  fittingSize,
  escapeXml,
} from './drawing.ts'
import type { Handout } from './handout.ts'
import { codePath } from './qrCode.ts'

// A poster is visible to everybody, so it has no numbers or addresses; its code leads to them.

const [width, height] = [1080, 1620]
const centre = width / 2

const posterLabels = {
  CN: { scan: '扫码查看名片', and: ' · ' },
  EN: { scan: 'Scan for my card', and: ', ' },
} as const

/** The code on a white ground, which it needs on any background. */
const codeAt = ({ codeLink }: Handout, x: number, y: number, size: number) => {
  const { path, width: modules } = codePath(codeLink)
  const scale = size / modules
  return (
    `<rect x="${x}" y="${y}" width="${size}" height="${size}" rx="12" fill="#fff"/>` +
    `<path transform="translate(${x} ${y}) scale(${scale})" shape-rendering="crispEdges" fill="#111" d="${path}"/>`
  )
}

type Box = { x: number; y: number; w: number; h: number; r: number }

/** The part of a box that a portrait of the firm's or the office's style takes. */
const shapedBox = ({ avatarStyle }: Handout, box: Box): Box => {
  if (avatarStyle === null) return box
  const { x, y, w, h } = box
  const width = avatarStyle === 1 ? Math.min(w, h * 0.8) : Math.min(w, h)
  const height = avatarStyle === 1 ? width / 0.8 : width
  return {
    x: x + (w - width) / 2,
    y: y + (h - height) / 2,
    w: width,
    h: height,
    r: avatarStyle === 3 ? width / 2 : 24,
  }
}

/** The portrait, or the first character of the name. */
const portraitAt = (card: Handout, whole: Box, fill: string) => {
  const { portrait, name } = card
  const { x, y, w, h, r } = shapedBox(card, whole)
  if (!portrait)
    return (
      `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${r}" fill="${fill}"/>` +
      textElement([...name].slice(0, 1).join(''), x + w / 2, y + h / 2 + w * 0.16, {
        size: Math.round(w * 0.45),
        fill: '#fff',
        anchor: 'middle',
      })
    )
  return (
    `<clipPath id="portrait"><rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${r}"/></clipPath>` +
    `<image x="${x}" y="${y}" width="${w}" height="${h}" preserveAspectRatio="xMidYMin slice" clip-path="url(#portrait)" href="data:image/jpeg;base64,${portrait.toString('base64')}"/>`
  )
}

/** The main office often has the firm's name, which the poster shows already. */
const posterTexts = ({ position, titles, professions, slogan, language, office, firm }: Handout) => ({
  office: office === firm ? '' : office,
  position: [position, ...titles].filter(Boolean).join(posterLabels[language].and),
  professions: professions.join(posterLabels[language].and),
  slogan: slogan ?? '',
})

/** The portrait above, the firm's colour below. */
const classicStyle = (card: Handout, colour: string) => {
  const { position, professions, slogan, office } = posterTexts(card)
  const white = { fill: '#fff' }
  return [
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    `<rect y="1000" width="${width}" height="620" fill="${colour}"/>`,
    textElement(card.firm, centre, 120, {
      size: fittingSize(card.firm, 44, 920),
      fill: colour,
      weight: 600,
      anchor: 'middle',
    }),
    portraitAt(card, { x: 250, y: 180, w: 580, h: 725, r: 24 }, colour),
    textElements(wrapText(slogan, 34, 900, 1), centre, 964, 44, { size: 34, fill: '#444', anchor: 'middle' }),
    textElement(card.name, 80, 1130, { size: fittingSize(card.name, 88, 600), ...white, weight: 600 }),
    textElements(wrapText(position, 38, 600, 2), 80, 1200, 52, { size: 38, ...white }),
    textElements(wrapText(office, 32, 600, 2), 80, 1320, 44, { size: 32, ...white }),
    textElements(wrapText(professions, 32, 600, 3), 80, 1430, 46, { size: 32, ...white }),
    codeAt(card, 720, 1070, 280),
    textElement(posterLabels[card.language].scan, 860, 1400, { size: 28, ...white, anchor: 'middle' }),
  ]
}

/** Dark, with a round portrait. */
const businessStyle = (card: Handout, colour: string) => {
  const { position, professions, slogan, office } = posterTexts(card)
  const middle = { anchor: 'middle', fill: '#fff' } as const
  const gold = { anchor: 'middle', fill: '#e3c99a' } as const
  return [
    `<rect width="${width}" height="${height}" fill="${colour}"/>`,
    '<rect x="40" y="40" width="1000" height="1540" fill="none" stroke="#e3c99a" stroke-width="3"/>',
    textElement(card.firm, centre, 150, { size: fittingSize(card.firm, 42, 880), ...gold, weight: 600 }),
    portraitAt(card, { x: 320, y: 220, w: 440, h: 440, r: 220 }, '#00000055'),
    textElement(card.name, centre, 800, { size: fittingSize(card.name, 92, 880), ...middle, weight: 600 }),
    textElements(wrapText(position, 38, 860, 2), centre, 870, 52, { size: 38, ...gold }),
    textElements(wrapText(office, 32, 860, 1), centre, 985, 44, { size: 32, ...middle }),
    textElements(wrapText(professions, 32, 860, 2), centre, 1050, 46, { size: 32, ...middle }),
    textElements(wrapText(slogan, 32, 860, 1), centre, 1160, 44, { size: 32, ...gold }),
    codeAt(card, 400, 1210, 280),
    textElement(posterLabels[card.language].scan, centre, 1540, { size: 28, ...middle }),
  ]
}

/** Name and code on white. */
const minimalStyle = (card: Handout, colour: string) => {
  const { position, professions, slogan, office } = posterTexts(card)
  return [
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    `<rect x="100" y="140" width="96" height="10" fill="${colour}"/>`,
    textElement(card.name, 100, 300, { size: fittingSize(card.name, 128, 880), fill: '#111', weight: 600 }),
    textElements(wrapText(position, 42, 880, 2), 100, 390, 58, { size: 42, fill: colour }),
    textElements(wrapText(professions, 36, 880, 4), 100, 530, 56, { size: 36, fill: '#333' }),
    textElements(wrapText(slogan, 36, 880, 3), 100, 800, 54, { size: 36, fill: '#666' }),
    codeAt(card, 88, 1060, 340),
    textElement(posterLabels[card.language].scan, 470, 1200, { size: 34, fill: '#333' }),
    textElements(wrapText(office, 34, 520, 3), 470, 1260, 48, { size: 34, fill: '#333' }),
    textElement(card.firm, 100, 1510, { size: fittingSize(card.firm, 36, 880), fill: colour, weight: 600 }),
  ]
}

const styles = { 1: classicStyle, 2: businessStyle, 3: minimalStyle } as const
export type PosterStyle = keyof typeof styles

/** Below everything else, on the ground of the style. */
const machineMarkOf = ({ machineMark }: Handout, style: PosterStyle) =>
  textElement(machineMark ?? '', centre, 1606, {
    size: 20,
    fill: style === 3 ? '#666' : '#fff',
    anchor: 'middle',
  })

export const posterSvg = (card: Handout, style: PosterStyle) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${escapeXml(fonts)}">` +
  `<title>${escapeXml(card.name)}</title>${styles[style](card, darkenForWhiteText(card.colour)).join('')}${machineMarkOf(card, style)}</svg>`
