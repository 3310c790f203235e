import { randomInt } from 'node:crypto'

// Base58: without letters and digits that look alike on paper.
const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** The permanent, public key of a lawyer's card: 58 bits, so that it cannot be guessed from another one. */
export const newCodeKey = () => Array.from({ length: 10 }, () => base58[randomInt(base58.length)]).join('')
