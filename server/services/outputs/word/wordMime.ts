/** The type of a Word file without macros. */
export const wordMime = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
