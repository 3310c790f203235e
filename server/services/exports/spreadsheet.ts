/**
 * Matches text that a spreadsheet would take for a formula (promise Q33); full-width signs count in East
 * Asian editions.
 */
const isFormula = /^[=+\-@\t\r\n＝＋－＠]/

/** A cell's text, changed so that no spreadsheet evaluates it as a formula. */
export const escapeFormula = (text: string) => (isFormula.test(text) ? `'${text}` : text)
