import { randomInt } from 'node:crypto'

import sharp from 'sharp'

import type { ServerConfig } from '../../process/config.ts'
import { outboxWriter } from '../integrations/outbox.ts'
import type { Services } from '../../context/services.ts'

// The captcha is friction, not security: a program that reads pictures reads this one too (promise Q07); the
// limits carry the security. Letters are drawn as strokes, so that no font has to be installed, and sent as
// pixels, since the strokes of an SVG would reveal the answer.

/**
 * Strokes on a grid 4 wide and 6 high. Signs that could be confused when they are slanted or crossed by a
 * line are left out: no V beside U, no F or R beside E and P, no N or W beside M, no Y beside X, no J beside
 * 3, no D beside P.
 */
const strokes: Readonly<Record<string, string>> = {
  A: '06 20 46|14 34',
  C: '41 30 10 01 05 16 36 45',
  E: '40 00 06 46|03 33',
  H: '00 06|40 46|03 43',
  K: '00 06|40 03 46',
  L: '00 06 46',
  M: '06 00 23 40 46',
  P: '06 00 30 41 42 33 03',
  T: '00 40|20 26',
  U: '00 05 16 36 45 40',
  X: '00 46|40 06',
  '3': '00 40 22 43 45 36 16 05',
  '4': '36 30 04 44',
  '7': '00 40 16',
}
const signs = Object.keys(strokes)

const size = { width: 140, height: 48 }
const randomBetween = (low: number, high: number) => low + (randomInt(1_000_000) / 1_000_000) * (high - low)
const strokeColour = () => `hsl(${randomInt(360)} 65% ${24 + randomInt(12)}%)`
/** A light colour, so that no line is mistaken for a stroke. */
const lineColour = () => `hsl(${randomInt(360)} 40% ${70 + randomInt(10)}%)`

const signSvg = (sign: string, index: number) => {
  const lines = strokes[sign]!.split('|').map(line =>
    line
      .split(' ')
      .map(
        ([x, y]) =>
          `${(Number(x) * 4.6 + randomBetween(-0.5, 0.5)).toFixed(1)},${(Number(y) * 5 + randomBetween(-0.5, 0.5)).toFixed(1)}`,
      )
      .join(' '),
  )
  const translation = `translate(${12 + index * 32 + randomBetween(-2, 2)} ${9 + randomBetween(-3, 3)})`
  const rotation = `rotate(${randomBetween(-9, 9)} 9 15) skewX(${randomBetween(-6, 6)})`
  return `<g transform="${translation} ${rotation}" stroke="${strokeColour()}" stroke-width="${randomBetween(3, 3.8).toFixed(1)}">${lines
    .map(points => `<polyline points="${points}"/>`)
    .join('')}</g>`
}

const randomLineSvg = () => {
  const y = () => randomInt(size.height)
  const x = () => randomInt(size.width)
  return `<path d="M0 ${y()}C${x()} ${y()} ${x()} ${y()} ${size.width} ${y()}" stroke="${lineColour()}" stroke-width="1.4"/>`
}

/** Four signs from a cryptographic random source, and their picture. */
export const drawCaptcha = async () => {
  const answer = Array.from({ length: 4 }, () => signs[randomInt(signs.length)]).join('')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}"
    fill="none" stroke-linecap="round" stroke-linejoin="round"><rect width="100%" height="100%" fill="#f4f6f8"/>
    ${Array.from({ length: 3 }, randomLineSvg).join('')}${[...answer].map(signSvg).join('')}</svg>`
  const png = await sharp(Buffer.from(svg)).png({ palette: true }).toBuffer()
  return { answer, image: `data:image/png;base64,${png.toString('base64')}` }
}

export const createCaptcha = ({
  captchaProvider,
  dataDir,
}: Pick<ServerConfig, 'captchaProvider' | 'dataDir'>): Services['captcha'] => {
  if (captchaProvider === 'picture') return { create: drawCaptcha }
  const write = outboxWriter(dataDir, 'captcha')
  return {
    create: async codeId => {
      const captcha = await drawCaptcha()
      await write({ codeId, answer: captcha.answer })
      return captcha
    },
  }
}
