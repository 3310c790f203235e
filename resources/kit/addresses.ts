// Promise Q30 (server/promises.md): links and file addresses cannot run scripts or hide their host.

/**
 * An https address with a host name. `@` is refused because the text after it would become the host, and `\` because
 * browsers read it as `/`.
 */
export const httpsAddress = /^https:\/\/[^\s/?#@\\.]+(\.[^\s/?#@\\.]+)+([/?#][^\s@\\]*)?$/

/**
 * The address of a receiver of webhooks: an https address, or for tests and receivers beside the server an http address
 * of an IP or `localhost`. The server decides by its environment and by what the name resolves to.
 */
export const receiverAddress =
  /^(https:\/\/[^\s/?#@\\.]+(\.[^\s/?#@\\.]+)+|http:\/\/(localhost|\d{1,3}(\.\d{1,3}){3})(:\d{1,5})?)([/?#][^\s@\\]*)?$/

/**
 * The address of an uploaded file: the product's own storage path, which may have up to four path segments before it,
 * or an https address. Pictures accept no other address.
 */
export const fileAddress =
  /^((?:\/[\w-]{1,40}){0,4}\/api\/files\/\w[\w-]*(\/\w[\w-]*)*\.[a-z0-9]{2,5}|https:\/\/[^\s/?#@\\.]+(\.[^\s/?#@\\.]+)+([/?#][^\s@\\]*)?)$/

/** The address of an uploaded file, an https address, or the id of a video in WeChat Channels (视频号). */
export const videoAddress =
  /^((?:\/[\w-]{1,40}){0,4}\/api\/files\/\w[\w-]*(\/\w[\w-]*)*\.[a-z0-9]{2,5}|https:\/\/[^\s/?#@\\.]+(\.[^\s/?#@\\.]+)+([/?#][^\s@\\]*)?|[\w=@-]{4,100})$/

/** The path of a page in a mini-program, without a leading slash. */
export const miniProgramPage = /^[\w-][\w/-]*$/

/** The path of a page in a mini-program with an optional query string. */
export const miniProgramPath = /^[\w-][\w/-]*(\?[\w=&%.~-]*)?$/

/** The target of a link in the mini-program: the id of a record, an https address, or the path of a page. */
export const linkTarget =
  /^(https:\/\/[^\s/?#@\\.]+(\.[^\s/?#@\\.]+)+([/?#][^\s@\\]*)?|[\w-][\w/-]*(\?[\w=&%.~-]*)?)$/
