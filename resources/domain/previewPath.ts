/** Path of the page that a link to a preview opens, below that of the client. It stands alone, because the first script reads it. */
export const previewPath = '/preview'
