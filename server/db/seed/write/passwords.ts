import { hashPassword } from '../../../services/identity/passwords.ts'
import type { FirmFixture } from '../fixtureSchema.ts'

/** Returns the hash of a password that the fixture names; null without a password. */
export type PasswordHashes = (password: string | undefined) => string | null

/**
 * Computes one hash for each different password, not for each account as the product does: a fixture's
 * accounts share a known password anyway, and seventy hashes would take seven seconds.
 */
export const hashesFor = async (firms: readonly FirmFixture[]): Promise<PasswordHashes> => {
  const owners = firms.flatMap(firm => [firm, ...firm.admins, ...firm.lawyers])
  const passwords = new Set(owners.flatMap(owner => owner.password ?? []))
  const hashes = new Map<string, string>()
  for (const password of passwords) hashes.set(password, await hashPassword(password))
  return password => (password === undefined ? null : (hashes.get(password) ?? null))
}
