import { between, pick, randomOf, type Random } from '../demo/random.ts'

// Flat figures without text: what fonts a server has must not change them.

export type Sitter = { number: number; gender: 0 | 1 | 2; isSenior: boolean }

const grounds = [
  '#DCE4EE',
  '#E8E2D5',
  '#D9E5E0',
  '#E9DFDA',
  '#E0E3EA',
  '#DDE3D8',
  '#D3DDE8',
  '#E4DFE9',
] as const
const jackets = [
  '#1F3A5F',
  '#2B3446',
  '#3A4658',
  '#474C57',
  '#27404A',
  '#4E443D',
  '#533A42',
  '#30475E',
] as const
const shirts = ['#FFFFFF', '#F6F2EA', '#E9EFF6', '#F4E9E4'] as const
const ties = ['#B08D57', '#6E2F36', '#24505B', '#566A86', '#3F5A45'] as const
const skins = ['#F3D5BB', '#ECC8A8', '#F6DEC9', '#E3BA95', '#DBAE88'] as const
const hairs = ['#1D1B1D', '#2A2321', '#382C27', '#1A2027', '#463931'] as const
const greys = ['#8D9096', '#6D7077', '#A3A6AB'] as const
const ink = '#2A2F3A'

const mix = (colour: string, amount: number) => {
  const channels = [1, 3, 5].map(at => Number.parseInt(colour.slice(at, at + 2), 16))
  const moved = channels.map(it => Math.round(amount < 0 ? it * (1 + amount) : it + (255 - it) * amount))
  return `#${moved.map(it => it.toString(16).padStart(2, '0')).join('')}`
}

type Hair = { back?: string; front: string }

const shortHair: readonly [Hair, ...Hair[]] = [
  {
    front:
      'M192 338C182 216 238 186 306 188C384 190 420 238 408 338C400 300 388 282 366 262C322 282 262 262 230 270C206 288 200 312 192 338Z',
  },
  {
    front:
      'M196 324C190 222 246 196 300 196C354 196 410 222 404 324C398 288 388 266 372 252C330 240 270 240 228 252C212 266 202 288 196 324Z',
  },
  {
    front:
      'M190 336C172 208 246 166 318 174C402 180 428 248 410 336C404 304 396 284 380 266C352 226 282 232 228 258C208 282 198 306 190 336Z',
  },
  {
    front:
      'M194 332C184 226 232 190 296 190C372 190 416 226 406 332C400 306 394 290 384 278C376 250 342 248 318 264C290 244 250 252 222 280C206 294 200 312 194 332Z',
  },
]

const longHair: readonly [Hair, ...Hair[]] = [
  {
    back: 'M172 330C164 200 234 164 300 164C366 164 436 200 428 330L432 446C424 478 384 484 366 466L234 466C216 484 176 478 168 446Z',
    front:
      'M194 344C188 232 242 200 304 200C368 200 412 236 406 344C400 306 386 280 352 258C318 284 250 286 222 292C206 306 200 322 194 344Z',
  },
  {
    back: 'M174 330C164 196 236 160 300 160C364 160 436 196 426 330L444 600C424 634 388 640 364 622L236 622C212 640 176 634 156 600Z',
    front:
      'M194 350C184 236 236 198 300 198C364 198 416 236 406 350C400 300 372 262 322 240C284 262 226 292 194 350Z',
  },
  {
    back: 'M252 170C238 128 264 100 300 100C336 100 362 128 348 170ZM182 330C178 210 240 176 300 176C360 176 422 210 418 330L408 380L192 380Z',
    front:
      'M192 340C184 226 240 194 300 194C360 194 416 226 408 340C402 292 372 258 300 252C228 258 198 292 192 340Z',
  },
  {
    back: 'M176 330C168 198 238 164 300 164C362 164 430 198 424 330C430 386 452 420 440 500C424 560 372 552 366 500L232 470C208 500 158 492 160 430C166 392 174 366 176 330Z',
    front:
      'M192 346C182 232 246 194 310 198C376 202 414 242 408 346C404 296 390 268 346 250C330 280 242 270 192 346Z',
  },
  {
    back: 'M180 326C172 206 238 170 300 170C362 170 428 206 420 326L416 392C400 410 384 404 380 388L220 388C216 404 200 410 184 392Z',
    front:
      'M190 340C180 222 244 188 310 190C384 194 418 236 410 340C404 304 392 286 372 268C330 262 286 276 250 252C222 272 200 300 190 340Z',
  },
]

const glasses = `<g fill="none" stroke="${ink}" stroke-width="5"><rect x="226" y="322" width="62" height="46" rx="18"/><rect x="312" y="322" width="62" height="46" rx="18"/><path d="M288 340q12 -8 24 0M226 338l-22 -6M374 338l22 -6"/></g>`

const face = (
  hair: string,
) => `<g fill="none" stroke-linecap="round" stroke="${mix(hair, 0.1)}" stroke-width="6">
<path d="M236 312q20 -12 42 -3M322 309q22 -9 42 3"/></g>
<g fill="${ink}"><ellipse cx="258" cy="346" rx="6.5" ry="7.5"/><ellipse cx="342" cy="346" rx="6.5" ry="7.5"/></g>`

const neck = (skin: string) => `<path d="M252 440h96v102q-48 52 -96 0Z" fill="${mix(skin, -0.13)}"/>`

const head = (
  skin: string,
  lip: string,
) => `<ellipse cx="198" cy="356" rx="15" ry="26" fill="${mix(skin, -0.07)}"/><ellipse cx="402" cy="356" rx="15" ry="26" fill="${mix(skin, -0.07)}"/>
<path d="M198 320C198 240 240 206 300 206S402 240 402 320C402 420 362 478 300 478S198 420 198 320Z" fill="${skin}"/>
<path d="M300 356q-10 30 -2 36q6 3 12 0" fill="none" stroke="${mix(skin, -0.22)}" stroke-width="5" stroke-linecap="round"/>
<path d="M272 428q28 20 56 0" fill="none" stroke="${lip}" stroke-width="6" stroke-linecap="round"/>`

const jacket = (
  colour: string,
  shirt: string,
  inner: string,
) => `<path d="M40 750C44 622 118 582 238 540Q300 590 362 540C482 582 556 622 560 750Z" fill="${colour}"/>
<path d="M236 528L300 700L364 528Q300 586 236 528Z" fill="${shirt}"/>${inner}
<path d="M238 534L196 560L206 624L180 640L296 750H300V700Z" fill="${mix(colour, -0.16)}"/>
<path d="M362 534L404 560L394 624L420 640L304 750H300V700Z" fill="${mix(colour, -0.16)}"/>`

const tie = (colour: string) =>
  `<path d="M282 574L300 590L318 574L312 612L326 690L300 726L274 690L288 612Z" fill="${colour}"/><path d="M282 574L300 590L318 574L312 604H288Z" fill="${mix(colour, -0.2)}"/>`

const collar = (shirt: string) =>
  `<path d="M240 530L222 560L286 612L300 588ZM360 530L378 560L314 612L300 588Z" fill="${mix(shirt, -0.06)}"/>`

const necklace = `<path d="M262 556Q300 628 338 556" fill="none" stroke="#B08D57" stroke-width="3"/><circle cx="300" cy="594" r="6" fill="#B08D57"/>`

const chest = (random: Random, isWoman: boolean, shirt: string) => {
  if (!isWoman) return collar(shirt) + tie(pick(random, ties))
  return random() < 0.5 ? collar(shirt) : necklace
}

/** A portrait 4:5; the same number gives the same person. */
export const portraitSvg = ({ number, gender, isSenior }: Sitter): string => {
  const random = randomOf(number * 2_654_435_761)
  const isWoman = gender === 2
  const ground = grounds[(number * 3) % grounds.length] ?? grounds[0]
  const skin = pick(random, skins)
  const hairColour = isSenior && !isWoman ? pick(random, greys) : pick(random, hairs)
  const hair = isWoman ? pick(random, longHair) : pick(random, shortHair)
  const shirt = pick(random, shirts)
  const body = jacket(pick(random, jackets), shirt, chest(random, isWoman, shirt))
  const lip = isWoman ? mix(skin, -0.35) : mix(skin, -0.28)
  const hasGlasses = random() < 0.36
  const glow = between(random, 225, 275)
  const lowered = (inner: string) => `<g transform="translate(0 28)">${inner}</g>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 750" width="600" height="750"><rect width="600" height="750" fill="${ground}"/>
<circle cx="300" cy="330" r="${glow}" fill="${mix(ground, 0.38)}"/><g transform="translate(-48 -120) scale(1.16)">
${hair.back ? lowered(`<path d="${hair.back}" fill="${mix(hairColour, -0.12)}"/>`) : ''}${neck(skin)}${body}
${lowered(`${head(skin, lip)}${face(hairColour)}<path d="${hair.front}" fill="${hairColour}"/>${hasGlasses ? glasses : ''}`)}</g></svg>`
}
