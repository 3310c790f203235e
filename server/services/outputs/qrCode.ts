import { encodeQR } from 'qr'
import sharp from 'sharp'

/** Of white around the code, which a reader needs; in modules. */
const border = 4

const modulesOf = (text: string) => encodeQR(text, 'raw', { ecc: 'medium', border })

/** The code as one path, a run of dark modules at a time, and how many modules wide it is. */
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

/** Each module the same whole number of pixels, so that none is blurred; the rest is white. */
export const qrPng = (text: string, size: number) => {
  const modules = modulesOf(text)
  const width = modules.length
  const pixels = Buffer.from(modules.flatMap(row => row.map(it => (it ? 0 : 255))))
  const scale = Math.max(1, Math.floor(size / width))
  const rest = Math.max(0, size - width * scale)
  const before = Math.floor(rest / 2)
  const after = rest - before
  return sharp(pixels, { raw: { width, height: width, channels: 1 } })
    .resize(width * scale, width * scale, { kernel: 'nearest' })
    .extend({ top: before, left: before, bottom: after, right: after, background: '#fff' })
    .png()
    .toBuffer()
}
