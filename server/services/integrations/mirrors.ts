import { z } from 'zod'

import type { Mail, Services } from '../../context/services.ts'
import type { ServerConfig } from '../../process/config.ts'
import { askProvider, jsonOf, ProviderError } from './provider.ts'

type MirrorConfig = Pick<ServerConfig, 'mail' | 'robotEndpoint' | 'publicUrl' | 'basePath'>

/** Milliseconds for a connection, a greeting, and a silence of the mail server. */
const timeouts = {
  connectionTimeout: 8_000,
  greetingTimeout: 8_000,
  socketTimeout: 12_000,
  dnsTimeout: 4_000,
}

/** The library is loaded with the first mail, because most installations send none. */
const mailSender = ({ mail }: MirrorConfig) => {
  const createTransport = async (url: string) => {
    const { createTransport: create } = await import('nodemailer')
    // Neither an address nor a text of a message can name a file or an address to be read.
    return create({ url, ...timeouts, disableFileAccess: true, disableUrlAccess: true })
  }
  let transport: ReturnType<typeof createTransport> | undefined
  const send = async ({ to, subject, text, id }: Mail): Promise<void> => {
    if (!mail) throw new Error('the environment names no mail server')
    const { from, url } = mail
    transport ??= createTransport(url)
    const address = { name: '', address: to }
    const messageId = `<${id}@${/@([^\s@>]+)>?$/.exec(from)?.[1] ?? 'localhost'}>`
    await (await transport).sendMail({ from, to: address, subject, text, messageId })
  }
  const check = async (): Promise<void> => {
    if (!mail) throw new ProviderError('没有开通邮件')
    try {
      await (await createTransport(mail.url)).verify()
    } catch (cause) {
      throw new ProviderError('邮件服务器没有接受连接，请核对地址、端口、账号和密码', { cause })
    }
  }
  return { send, check }
}

const robotAnswer = z.object({ errcode: z.int(), errmsg: z.string().max(500).optional() })

/**
 * Only the key of the firm's address is used. The host is that of 企业微信, or the one that the environment names,
 * so that no firm can make the server call another address.
 */
const robotSender =
  ({ robotEndpoint }: MirrorConfig) =>
  async (address: string, text: string): Promise<void> => {
    const key = new URL(address).searchParams.get('key') ?? ''
    const answer = await askProvider(`${robotEndpoint}/cgi-bin/webhook/send?key=${encodeURIComponent(key)}`, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ msgtype: 'text', text: { content: text } }),
    })
    const { errcode, errmsg = '' } = jsonOf(answer, robotAnswer)
    if (errcode !== 0) throw new ProviderError(`${errmsg}（${errcode}）`)
  }

export const createMirrors = (config: MirrorConfig): Services['mirrors'] => {
  const mail = mailSender(config)
  return {
    isMailOn: config.mail !== undefined,
    mail: mail.send,
    checkMail: mail.check,
    robot: robotSender(config),
    origin: config.publicUrl?.replace(/\/$/, ''),
    basePath: config.basePath,
  }
}
