import { createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'

export type ReceivedMail = { from: string; to: string[]; data: string }

/** Decodes the parts of a mail's header that are not ASCII, such as `=?UTF-8?B?…?=`. */
export const decodedHeader = (data: string, name: string) => {
  const [header = ''] = data.split('\r\n\r\n')
  const value = new RegExp(`^${name}: ((?:.*(?:\\r\\n[ \\t])?)*)`, 'mi').exec(header)?.[1] ?? ''
  return value
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?B\?([^?]*)\?=/gi, (_, text: string) => Buffer.from(text, 'base64').toString())
    .replaceAll(/=\?UTF-8\?Q\?([^?]*)\?=/gi, (_, text: string) => quoted(text.replaceAll('_', ' ')))
    .trim()
}

const quoted = (text: string) =>
  Buffer.from(
    text
      .replaceAll(/=\r\n/g, '')
      .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString()

/** The text of a mail with one part. */
export const decodedText = (data: string) => {
  const [header = '', ...rest] = data.split('\r\n\r\n')
  const body = rest.join('\r\n\r\n')
  if (/^content-transfer-encoding: base64/im.test(header)) return Buffer.from(body, 'base64').toString()
  return /^content-transfer-encoding: quoted-printable/im.test(header) ? quoted(body) : body
}

/** A mail server (RFC 5321) that stores what it accepts. `refuse` makes it refuse receivers, as while it is overloaded. */
export const startMailServer = async () => {
  const mails: ReceivedMail[] = []
  let isRefusing = false
  const serve = (socket: Socket) => {
    let buffer = ''
    let mail: ReceivedMail | undefined
    let isReadingData = false
    const say = (line: string) => socket.write(`${line}\r\n`)
    const command = (line: string) => {
      const [verb = ''] = line.toUpperCase().split(/[ :]/)
      if (verb === 'MAIL') mail = { from: /<(.*)>/.exec(line)?.[1] ?? '', to: [], data: '' }
      if (verb === 'RCPT' && isRefusing) return say('451 try again later')
      if (verb === 'RCPT') mail?.to.push(/<(.*)>/.exec(line)?.[1] ?? '')
      if (verb === 'DATA') {
        isReadingData = true
        return say('354 go on')
      }
      say(verb === 'QUIT' ? '221 bye' : '250 ok')
      if (verb === 'QUIT') socket.end()
    }
    socket.on('error', () => {})
    socket.on('data', piece => {
      buffer += piece.toString('latin1')
      for (;;) {
        const end = isReadingData ? '\r\n.\r\n' : '\r\n'
        const at = buffer.indexOf(end)
        if (at < 0) return
        const part = buffer.slice(0, at)
        buffer = buffer.slice(at + end.length)
        if (!isReadingData) command(part)
        else {
          isReadingData = false
          if (mail) mails.push({ ...mail, data: part })
          say('250 accepted')
        }
      }
    })
    say('220 test')
  }
  const server = createServer(serve)
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    refuse: (isOn: boolean) => void (isRefusing = isOn),
    close: () => new Promise<void>(resolve => void server.close(() => resolve())),
  }
}
