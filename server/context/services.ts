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
    /** Takes bytes in as they come, under no name yet; whoever stages has to discard. */
    stage(pieces: AsyncIterable<Uint8Array>): Promise<Staged>
    open(path: string): Promise<StoredFile | null>
    remove(path: string): Promise<void>
  }
}

export type Staged = {
  size: number
  /** Gives them the name that the server chose; refuses to overwrite. */
  keep(path: string): Promise<void>
  discard(): Promise<void>
}

type StoredFile = {
  size: number
  mime: string
  /** From one byte to another, both included. */
  bytes(from: number, to: number): ReadableStream<Uint8Array<ArrayBuffer>>
}
