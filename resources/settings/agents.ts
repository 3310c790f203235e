import { defineSetting, toggle } from '../kit/index.ts'
import { operationSetting, settingRoute } from './settingRoute.ts'

const fields = {
  isOpen: toggle('允许智能体接入', {
    hint: '关闭后，所有智能体的下一次读取和建议都被拒绝，待处理的代理建议全部关闭',
  }),
  mayPropose: toggle('允许智能体提出修改建议', {
    hint: '关闭后不再接受新的建议，待处理的代理建议全部关闭',
  }),
}

/** 智能体接入: whether programs of language models may read, and propose changes, by the Model Context Protocol. */
export const agents = defineSetting({
  ...operationSetting,
  name: 'agents',
  label: '智能体接入',
  path: '/firmConf/agents',
  route: settingRoute('integration.agents', '/app/conf/agents'),
  fields,
  explanation: [
    '智能体（如大模型的客户端）通过 MCP 协议读取本系统的资料，不能修改任何资料。',
    '智能体提出的修改只是建议：令牌所有者以外的人在审核台看过差异并批准后才生效，以批准人的名义保存。',
    '先在“接口令牌”中新建“供智能体使用”的令牌，只选需要的权限；令牌可以随时撤销。',
    '智能体看到的与令牌所有者相同，手机号等同样被遮盖；每一次读取和建议都记入日志。',
  ],
  addresses: { 'MCP 地址': '/mcp' },
  initial: { isOpen: 0, mayPropose: 0 },
  isAddition: true,
})
