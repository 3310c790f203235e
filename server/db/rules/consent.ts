import { publicConsents } from '../../../resources/articles/transitions.ts'

// Whether the client of a case has consented, as an expression on a row of `articles`. It is compared wherever content is served
// or published, so that a withdrawal counts with the next request.

/** The state of consent (resources/domain/consent.ts) of the public content of the row with this name, of this firm. */
const consentState = (row: string, firm: string) => `case when ${row}.consent_digest is null then 'unneeded'
  when exists (select from preview_links as consent where consent.firm_id = ${firm}
    and consent.article_id = ${row}.article_id and consent.digest = ${row}.consent_digest
    and consent.decision = 1 and consent.withdrawn_at is null) then 'given' else 'missing' end`

/** The condition for rows that may be public as far as their clients are concerned. */
export const mayBePublicRow = (row: string, firm = `${row}.firm_id`) =>
  `(${consentState(row, firm)}) in (${publicConsents.map(it => `'${it}'`).join(', ')})`
