/** Text that a spreadsheet would take for a formula (promise Q33); full-width signs count in East Asian editions. */
const isFormula = /^[=+\-@\t\r\n＝＋－＠]/

/** The text of a cell, as no spreadsheet computes it. */
export const textAlone = (text: string) => (isFormula.test(text) ? `'${text}` : text)
