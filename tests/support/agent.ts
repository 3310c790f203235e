import { tokenCapabilities } from '../../resources/domain/tokenRights.ts'
import { firmDay } from '../../resources/kit/firmTime.ts'
import { password, type TestApp } from './app.ts'

type ToolResult = { isError?: true; structuredContent?: Record<string, unknown>; content: { text: string }[] }
type Tool = {
  name: string
  title: string
  description: string
  inputSchema: { properties: object; required?: string[] }
}
export type McpAnswer = {
  status: number
  code?: string
  result: ToolResult & { tools: Tool[] }
  error?: { code: number; message: string }
}

type TokenOptions = { owner?: string; isForAgents?: 0 | 1; mayPropose?: 0 | 1 }

/** A scripted client of the Model Context Protocol, and the calls by which a firm lets it in. */
export const agentClient = (appOf: () => TestApp) => {
  const allow = async (isOpen: 0 | 1, mayPropose: 0 | 1 = isOpen) => {
    const admin = await appOf().as('admin')
    const { version } = await admin.call('agents.get')
    await admin.call('agents.update', { isOpen, mayPropose, version })
  }

  /** A token of a main administrator. */
  const createToken = async (
    capabilities: readonly string[],
    { owner = 'admin', isForAgents = 1, mayPropose = 0 }: TokenOptions = {},
  ) => {
    const app = appOf()
    const lastDay = firmDay(app.clock.now().getTime() + 30 * 24 * 3_600_000)
    const rights = { isForAgents, mayPropose, capabilities: [...capabilities] }
    const input = { name: '资料助手', lastDay, ...rights, confirmPassword: password }
    return (await app.as(owner)).call('apiTokens.add', input)
  }

  /** What the main administrator may pass on. */
  const everything = async () => {
    const { capabilities } = await (await appOf().as('admin')).call('session.self')
    return tokenCapabilities.filter(it => capabilities.some(own => own === it))
  }

  /** Sends one message as clients of 2025 do, whose answer comes as one event. */
  const send = async (token: string | null, method: string, params: object = {}): Promise<McpAnswer> => {
    const response = await appOf().fetch('/mcp', {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        'Mcp-Protocol-Version': '2025-06-18',
        'User-Agent': 'some-agent/1.0',
        ...(token && { Authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    const text = await response.text()
    const data = /^data: (.*)$/m.exec(text)?.[1] ?? text
    return { status: response.status, ...(data && JSON.parse(data)) }
  }
  const toolsOf = async (token: string): Promise<Tool[]> => (await send(token, 'tools/list')).result.tools
  const useTool = async (token: string, name: string, input: object = {}) =>
    (await send(token, 'tools/call', { name, arguments: input })).result

  return { allow, createToken, everything, send, toolsOf, useTool }
}
