import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

type Request = { path: string; key: string | undefined; texts: string[]; instructions: string }
type Reply = (texts: readonly string[]) => { status?: number; body: string } | null

const chat = (content: string) => ({ body: JSON.stringify({ choices: [{ message: { content } }] }) })

/** Answers in a code block, as many models do. */
export const repliesWith = (change: (text: string) => string): Reply => {
  return texts => chat(`\`\`\`json\n${JSON.stringify(texts.map(change))}\n\`\`\``)
}
/** A reply that is no list of texts. */
export const repliesText = (content: string): Reply => {
  return () => chat(content)
}

/** A stand-in for a service with OpenAI's interface for chats. A reply of null never ends. */
export const startTranslationService = async () => {
  const requests: Request[] = []
  const state = { reply: repliesWith(text => `EN ${text.length}`) }
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', piece => (text += piece))
    request.on('end', () => {
      const { messages }: { messages: { content: string }[] } = JSON.parse(text)
      const texts: string[] = JSON.parse(messages[1]!.content)
      const key = request.headers.authorization
      requests.push({ path: request.url ?? '', key, texts, instructions: messages[0]!.content })
      const reply = state.reply(texts)
      if (reply)
        response.writeHead(reply.status ?? 200, { 'content-type': 'application/json' }).end(reply.body)
    })
  })
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
  const { port }: AddressInfo = Object(server.address())
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    state,
    close: () =>
      new Promise<void>(resolve => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
