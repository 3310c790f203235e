/**
 * What the client of a case has decided about the content that is to be published: `unneeded` where the case names no
 * parties, `missing` until there is a decision about this very content, and after a refusal or a withdrawal.
 */
export const consentStates = ['unneeded', 'missing', 'given'] as const
export type ConsentState = (typeof consentStates)[number]
