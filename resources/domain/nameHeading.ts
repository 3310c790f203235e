/** The heading of a column of whole names in lists of people. */
export const nameHeading = '姓名'
