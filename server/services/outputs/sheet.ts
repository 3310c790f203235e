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

// Ten business cards of 90 × 54 mm on A4, in tenths of a millimetre, since some programs round small sizes.
// It is SVG, because a PDF would have to embed a Chinese font with every character of every name, while the
// systems that print it have such a font; a browser can print it to PDF, and a printer's software can open it
// as it is.

const page = { w: 2100, h: 2970 }
const card = { w: 900, h: 540 }
const [columns, rows] = [2, 5]
const leftMargin = (page.w - columns * card.w) / 2
const topMargin = (page.h - rows * card.h) / 2

const labels = {
  CN: { mobile: '手机', phone: '电话', email: '邮箱', wechatNo: '微信', address: '地址' },
  EN: { mobile: 'M', phone: 'T', email: 'E', wechatNo: 'WeChat', address: 'A' },
} as const

const contactLines = ({ language, mobile, phone, email, wechatNo, address }: Handout) => {
  const contactLabels = labels[language]
  const contacts = [
    [contactLabels.mobile, mobile],
    [contactLabels.phone, phone.join(' / ')],
    [contactLabels.email, email],
    [contactLabels.wechatNo, wechatNo],
    [contactLabels.address, address],
  ] as const
  return contacts.flatMap(([label, value]) => (value ? wrapText(`${label}  ${value}`, 24, 580, 2) : []))
}

const cardSvg = (person: Handout) => {
  const colour = darkenForWhiteText(person.colour)
  const { path, width } = codePath(person.codeLink)
  const position = [person.position, ...person.titles]
    .filter(Boolean)
    .join(person.language === 'EN' ? ', ' : ' · ')
  const contacts = contactLines(person).slice(0, 7)
  return [
    `<rect x="50" y="56" width="8" height="44" fill="${colour}"/>`,
    textElement(person.office || person.firm, 76, 90, {
      size: fittingSize(person.office || person.firm, 32, 760),
      fill: colour,
      weight: 600,
    }),
    textElement(person.name, 50, 200, { size: fittingSize(person.name, 64, 560), fill: '#111', weight: 600 }),
    textElements(wrapText(position, 27, 580, 1), 50, 248, 34, { size: 27, fill: '#333' }),
    textElements(contacts, 50, 510 - contacts.length * 34 + 14, 34, { size: 24, fill: '#333' }),
    `<path transform="translate(650 280) scale(${210 / width})" shape-rendering="crispEdges" fill="#111" d="${path}"/>`,
    textElement(person.machineMark ?? '', 860, 526, { size: 16, fill: '#666', anchor: 'end' }),
  ].join('')
}

const markPath = (x1: number, y1: number, x2: number, y2: number) => `M${x1} ${y1}L${x2} ${y2}`

/** Crop marks beside the cards, never on them: 5 mm long, at a distance of 2 mm. */
const cropMarks = () => {
  const [markGap, length] = [20, 50]
  const right = leftMargin + columns * card.w
  const bottom = topMargin + rows * card.h
  const markXs = Array.from({ length: columns + 1 }, (_, at) => leftMargin + at * card.w)
  const markYs = Array.from({ length: rows + 1 }, (_, at) => topMargin + at * card.h)
  return [
    ...markXs.flatMap(x => [
      markPath(x, topMargin - markGap, x, topMargin - markGap - length),
      markPath(x, bottom + markGap, x, bottom + markGap + length),
    ]),
    ...markYs.flatMap(y => [
      markPath(leftMargin - markGap, y, leftMargin - markGap - length, y),
      markPath(right + markGap, y, right + markGap + length, y),
    ]),
  ].join('')
}

const cardPositions = Array.from({ length: columns * rows }, (_, at) => ({
  x: leftMargin + (at % columns) * card.w,
  y: topMargin + Math.floor(at / columns) * card.h,
}))

export const printSheetSvg = (person: Handout) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="210mm" height="297mm" viewBox="0 0 ${page.w} ${page.h}" font-family="${escapeXml(fonts)}">` +
  `<title>${escapeXml(person.name)}</title><defs><g id="card">${cardSvg(person)}</g></defs>` +
  `<rect width="${page.w}" height="${page.h}" fill="#fff"/>` +
  cardPositions.map(({ x, y }) => `<use href="#card" x="${x}" y="${y}"/>`).join('') +
  `<path d="${cropMarks()}" stroke="#000" stroke-width="1.5" fill="none"/></svg>`
