import { defineSetting, toggle } from '../kit/index.ts'
import { operationSetting, settingRoute } from './settingRoute.ts'

// The page itself says what follows from the switches, so that the sentences are loaded with it.

const fields = {
  isOpen: toggle('允许智能体接入'),
  mayPropose: toggle('允许智能体提出修改建议'),
}

/**
 * 智能体接入: whether programs of language models may read by the Model Context Protocol, and propose changes. Switching either
 * off closes the proposals that wait.
 */
export const agents = defineSetting({
  ...operationSetting,
  name: 'agents',
  label: '智能体接入',
  path: '/firmConf/agents',
  route: settingRoute('integration.agents', '/app/conf/agents', { page: 'agents' }),
  fields,
  initial: { isOpen: 0, mayPropose: 0 },
  isAddition: true,
})
