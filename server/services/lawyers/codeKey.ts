import { randomInt } from 'node:crypto'

// Base58: without the letters and digits that are read for one another on paper.
const signs = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** The permanent, public name of a lawyer's card: 58 bits, not to be guessed from another one. */
export const newCodeKey = () => Array.from({ length: 10 }, () => signs[randomInt(signs.length)]).join('')
