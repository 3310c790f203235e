/**
 * An address of a named host: without `@`, which makes another's host of what follows it, and without `\`, which
 * browsers read as `/`.
 */
export const httpsAddress = /^https:\/\/[^\s/?#@\\.]+(\.[^\s/?#@\\.]+)+([/?#][^\s@\\]*)?$/

/** Uploaded files are on our own storage path or on an https host; nothing else is ever an address of a picture. */
export const fileAddress =
  /^(\/api\/files\/\w[\w-]*(\/\w[\w-]*)*\.[a-z0-9]{2,5}|https:\/\/[^\s/?#@\\.]+(\.[^\s/?#@\\.]+)+([/?#][^\s@\\]*)?)$/

/** A file, or the id of a video of WeChat's channels. */
export const videoAddress =
  /^(\/api\/files\/\w[\w-]*(\/\w[\w-]*)*\.[a-z0-9]{2,5}|https:\/\/[^\s/?#@\\.]+(\.[^\s/?#@\\.]+)+([/?#][^\s@\\]*)?|[\w=@-]{4,100})$/
