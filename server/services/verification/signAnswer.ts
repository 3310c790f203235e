import type { CheckedCard } from './cardStatus.ts'
import { answerSeconds, signingKeyIn, type StoredKey } from './keys.ts'

type Answer = { card: CheckedCard; codeKey: string; address: string; now: Date }

/** The claims about a card: nothing but what the page shows. */
const claimsOf = (card: CheckedCard) => {
  const { status, name } = card
  if (status !== 'active') return { status, name }
  const { position, office, firm, licenseNumber } = card
  return {
    status,
    name,
    ...(position && { position }),
    office,
    firm,
    ...(licenseNumber && { licenceNumber: licenseNumber }),
  }
}

/**
 * The answer as a JSON Web Token (compact JWS, ES256) of the firm: issued by the origin of its verification address, about the
 * code of the card. Null where no key of the firm can be decrypted.
 */
export const signAnswer = async (
  keys: readonly StoredKey[],
  { card, codeKey, address, now }: Answer,
): Promise<string | null> => {
  const key = signingKeyIn(keys)
  if (!key) return null
  const { importPKCS8, SignJWT } = await import('jose')
  const issuedAt = Math.floor(now.getTime() / 1000)
  return new SignJWT(claimsOf(card))
    .setProtectedHeader({ alg: 'ES256', typ: 'card-status+jwt', kid: key.kid })
    .setIssuer(new URL(address).origin)
    .setSubject(codeKey)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + answerSeconds)
    .sign(await importPKCS8(key.privateKey, 'ES256'))
}
