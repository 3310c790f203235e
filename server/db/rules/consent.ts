import { publicConsents } from '../../../resources/articles/transitions.ts'
import type { ConsentState } from '../../../resources/domain/consent.ts'

// Whether the client of a case has consented, as an expression on a row of `articles`. It is compared wherever content is served
// or published, so that a withdrawal counts with the next request.

/** The rows of each state of consent (resources/domain/consent.ts), by their public content; the name of the row, and its firm. */
const stateConditions: Record<ConsentState, (row: string, firm: string) => string> = {
  unneeded: row => `${row}.consent_digest is null`,
  given: (row, firm) => `exists (select from preview_links as consent where consent.firm_id = ${firm}
    and consent.article_id = ${row}.article_id and consent.digest = ${row}.consent_digest
    and consent.decision = 1 and consent.withdrawn_at is null)`,
  missing: (row, firm) =>
    `(not ${stateConditions.unneeded(row, firm)} and not ${stateConditions.given(row, firm)})`,
}

/** The condition for rows that may be public as far as their clients are concerned. */
export const mayBePublicRow = (row: string, firm = `${row}.firm_id`) =>
  `(${publicConsents.map(state => stateConditions[state](row, firm)).join(' or ')})`
