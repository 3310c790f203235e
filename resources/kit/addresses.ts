// Promise Q30 (server/promises.md).

/**
 * An address of a named host: without `@`, which makes another's host of what follows it, and without `\`, which
 * browsers read as `/`.
 */
export const httpsAddress = /^https:\/\/[^\s/?#@\\.]+(\.[^\s/?#@\\.]+)+([/?#][^\s@\\]*)?$/

/**
 * Uploaded files are on our own storage path, in front of which an installation may put one of its own, or on an https host;
 * nothing else is ever an address of a picture.
 */
export const fileAddress =
  /^((?:\/[\w-]{1,40}){0,4}\/api\/files\/\w[\w-]*(\/\w[\w-]*)*\.[a-z0-9]{2,5}|https:\/\/[^\s/?#@\\.]+(\.[^\s/?#@\\.]+)+([/?#][^\s@\\]*)?)$/

/** A file, or the id of a video of WeChat's channels. */
export const videoAddress =
  /^((?:\/[\w-]{1,40}){0,4}\/api\/files\/\w[\w-]*(\/\w[\w-]*)*\.[a-z0-9]{2,5}|https:\/\/[^\s/?#@\\.]+(\.[^\s/?#@\\.]+)+([/?#][^\s@\\]*)?|[\w=@-]{4,100})$/

/** A page of a mini-program, without a leading slash. */
export const miniProgramPage = /^[\w-][\w/-]*$/

/** The same with what it is opened with. */
export const miniProgramPath = /^[\w-][\w/-]*(\?[\w=&%.~-]*)?$/

/** Where something of the mini-program leads: the id of a record, a page of the web or one of a mini-program. */
export const linkTarget =
  /^(https:\/\/[^\s/?#@\\.]+(\.[^\s/?#@\\.]+)+([/?#][^\s@\\]*)?|[\w-][\w/-]*(\?[\w=&%.~-]*)?)$/
