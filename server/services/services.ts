/** What the server needs from outside, each with an embedded default and a real adapter. */
export type Services = {
  sms: { send(mobile: string, text: string, code: string): Promise<void> }
  captcha: { create(): Promise<{ answer: string; image: string }> }
  storage: {
    /** Stores bytes under a path the server chose; refuses to overwrite. */
    put(path: string, bytes: Uint8Array): Promise<void>
    read(path: string): Promise<{ bytes: Uint8Array; mime: string } | null>
    remove(path: string): Promise<void>
  }
}
