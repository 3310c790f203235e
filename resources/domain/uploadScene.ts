/** Where an upload belongs; decides its size and type limits on the server. */
export type UploadScene = 'avatar' | 'office' | 'article' | 'video' | 'asset'
