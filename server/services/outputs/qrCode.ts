import { encodeQR } from 'qr'
import sharp from 'sharp'

/** The white border that a reader needs, in modules. */
const quietZone = 4

const modulesOf = (text: string) => encodeQR(text, 'raw', { ecc: 'medium', border: quietZone })

/** The code as one path made of runs of dark modules, and its width in modules. */
export const codePath = (text: string) => {
  const modules = modulesOf(text)
  const runs = modules.flatMap((row, y) =>
    [
      ...row
        .map(it => (it ? '1' : '0'))
        .join('')
        .matchAll(/1+/g),
    ].map(({ 0: run, index }) => `M${index} ${y}h${run.length}v1h-${run.length}z`),
  )
  return { path: runs.join(''), width: modules.length }
}

export const qrSvg = (text: string) => {
  const { path, width } = codePath(text)
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${width}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${width}v${width}H0z"/><path d="${path}"/></svg>`
  )
}

/** Each module has the same whole number of pixels, so that none is blurred; the rest is white. */
export const qrPng = (text: string, size: number) => {
  const modules = modulesOf(text)
  const width = modules.length
  const pixels = Buffer.from(modules.flatMap(row => row.map(it => (it ? 0 : 255))))
  const scale = Math.max(1, Math.floor(size / width))
  const restPixels = Math.max(0, size - width * scale)
  const leftMargin = Math.floor(restPixels / 2)
  const rightMargin = restPixels - leftMargin
  return sharp(pixels, { raw: { width, height: width, channels: 1 } })
    .resize(width * scale, width * scale, { kernel: 'nearest' })
    .extend({
      top: leftMargin,
      left: leftMargin,
      bottom: rightMargin,
      right: rightMargin,
      background: '#fff',
    })
    .png()
    .toBuffer()
}
