/** What the server needs from outside, each with an embedded default and a real adapter. */
export type Services = {
  sms: {
    /** Whether there is anything to send with. */
    isOn: boolean
    /** Takes the message over and answers at once: waiting for a provider would say that the number is known. */
    send(mobile: string, text: string, code: string): Promise<void>
  }
  captcha: { create(codeId: string): Promise<{ answer: string; image: string }> }
  storage: {
    /** Stores bytes under a path the server chose, whole or not at all; refuses to overwrite. */
    put(path: string, bytes: Uint8Array): Promise<void>
    read(path: string): Promise<{ bytes: Uint8Array; mime: string } | null>
    remove(path: string): Promise<void>
  }
}
