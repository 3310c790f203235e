import { firmDay } from '../../resources/kit/firmTime.ts'
import { demoPassword, type useProduct } from './product.ts'

type Site = Pick<ReturnType<typeof useProduct>, 'url' | 'openAs'>
export type SiteAnswer = { code: string; data: Record<string, unknown> }

/** Calls of a running product by its address, as a client makes them. */
export const siteCalls = (site: Site) => {
  /** The token of a session that somebody opens in a browser. */
  const tokenOf = async (account: string) => {
    const { context } = await site.openAs(account)
    const cookie = (await context.cookies()).find(it => it.name.toLowerCase().includes('token'))
    await context.close()
    return decodeURIComponent(cookie!.value)
  }

  const send = async (path: string, token: string, method = 'GET', body?: object) => {
    const headers = { 'Content-Type': 'application/json', Token: token }
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    return (await (await fetch(`${site.url}/api${path}`, init)).json()) as SiteAnswer
  }

  /** Lets agents in, and answers the token of one that may propose changes of cards. */
  const admitAgent = async (admin: string) => {
    const { data: setting } = await send('/firmConf/agents', admin)
    await send('/firmConf/agents', admin, 'PUT', { isOpen: 1, mayPropose: 1, version: setting['version'] })
    const { data } = await send('/token', admin, 'POST', {
      name: '资料助手',
      lastDay: firmDay(Date.now() + 20 * 24 * 3_600_000),
      isForAgents: 1,
      mayPropose: 1,
      capabilities: ['card.view', 'card.edit'],
      confirmPassword: demoPassword,
    })
    return String(data['token'])
  }

  /** Proposes a change of a card as clients of the Model Context Protocol do. */
  const proposeForCard = async (agent: string, input: { id: number; version: unknown; slogan: string }) => {
    const answer = await fetch(`${site.url}/api/mcp`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        'Mcp-Protocol-Version': '2025-06-18',
        Authorization: `Bearer ${agent}`,
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'cards_update', arguments: input },
      }),
    })
    const text = await answer.text()
    const { result } = JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text)
    if (result.isError) throw new Error(result.content[0].text)
  }

  return { tokenOf, send, admitAgent, proposeForCard }
}
