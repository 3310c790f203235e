// The mark: a balance standing on an inkstone. The word is drawn as strokes, since no font can be counted on.

export const inkBlue = '#1F3A5F'
export const brass = '#B08D57'

type Colours = { ink: string; accent: string }

const light: Colours = { ink: inkBlue, accent: brass }
const dark: Colours = { ink: '#E8ECF2', accent: '#CBAA74' }

/** In a square of 48. */
const mark = ({
  ink,
  accent,
}: Colours) => `<g fill="none" stroke="${ink}" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round">
<path d="M24 9v24M10 15h28"/><path d="M10 15l-5 11M10 15l5 11M38 15l-5 11M38 15l5 11"/><path d="M4 26a6 6 0 0 0 12 0ZM32 26a6 6 0 0 0 12 0Z"/></g>
<circle cx="24" cy="9" r="3" fill="${accent}"/><path d="M9 37h30q3 0 2 3l-1 3q-.6 2 -3 2H11q-2.4 0 -3 -2l-1 -3q-1 -3 2 -3Z" fill="${ink}"/><path d="M16 40h16" stroke="${accent}" stroke-width="1.8" stroke-linecap="round"/>`

// Width and strokes of each letter, 16 high.
const letters: Record<string, [width: number, path: string]> = {
  Y: [12, 'M0 0L6 8L12 0M6 8V16'],
  A: [13, 'M0 16L6.5 0L13 16M2.6 10.5H10.4'],
  N: [11, 'M0 16V0L11 16V0'],
  H: [11, 'M0 0V16M11 0V16M0 8H11'],
  E: [9, 'M9 0H0V16H9M0 8H8'],
  G: [12, 'M12 3.5A7 8 0 1 0 12 12.5V8.5H7.5'],
}
const gap = 7

const word = ({ ink }: Colours) => {
  let x = 60
  const paths = Array.from('YANHENG', letter => {
    const [width, path] = letters[letter] ?? [0, '']
    const placed = `<path transform="translate(${x} 12)" d="${path}"/>`
    x += width + gap
    return placed
  })
  return `<g fill="none" stroke="${ink}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${paths.join('')}</g>`
}

const rule = ({ accent }: Colours) =>
  `<path d="M60 37H181" stroke="${accent}" stroke-width="1.6" stroke-linecap="round"/>`

const svg = (width: number, scale: number, inner: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} 48" width="${width * scale}" height="${48 * scale}">${inner}</svg>`

/** Mark and word, 48 high times `scale`. */
export const logoSvg = (scale = 1, colours = light) =>
  svg(186, scale, mark(colours) + word(colours) + rule(colours))
export const logoDarkSvg = (scale = 1) => logoSvg(scale, dark)
/** The mark alone, square. */
export const logoMarkSvg = (scale = 1) => svg(48, scale, mark(light))
