/** As many people as one file may bring, and the columns that are looked at. */
export const most = { rows: 500, columns: 50, unpacked: 50 * 1024 * 1024, parts: 2000 }
