/** The purpose of an upload; it decides the size and type limits on the server. */
export type UploadScene = 'avatar' | 'office' | 'article' | 'video' | 'asset'
