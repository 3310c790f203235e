import { useTranslate } from 'ra-core'
import { Link } from 'react-router-dom'

import { proposals } from '../../../resources/proposals.ts'
import { settings } from '../../../resources/settings/index.ts'
import { useRights } from '../../session/useRights.ts'
import { Addresses } from '../../settings/Addresses.tsx'
import { SettingPage } from '../../settings/SettingPage.tsx'

const explanation = [
  '智能体（如大模型的客户端）通过 MCP 协议读取本系统的资料，不能修改任何资料。',
  '智能体提出的修改只是建议：令牌所有者以外的人在审核台看过差异并批准后才生效，以批准人的名义保存。',
  '先在“接口令牌”中新建“供智能体使用”的令牌，只选需要的权限；令牌可以随时撤销。',
  '智能体看到的与令牌所有者相同，手机号等同样被遮盖；每一次读取和建议都记入日志。',
  '关闭“允许智能体接入”后，所有智能体的下一次读取和建议都被拒绝，待处理的代理建议全部关闭；只关闭建议时，仍可以读取。',
]

const addresses = { 'MCP 地址': '/mcp' }

const ProposalsLink = () => {
  const translate = useTranslate()
  const { mayOpen } = useRights()
  const list = proposals.views.list!
  return (
    mayOpen(list) && (
      <p>
        <Link to={list.path}>{translate('全部代理建议')}</Link>
      </p>
    )
  )
}

/** Page 智能体接入: the setting, what follows from it, and the address for clients. */
export const Agents = () => (
  <>
    <SettingPage setting={settings.agents} explanation={explanation} />
    <Addresses addresses={addresses} />
    <ProposalsLink />
  </>
)
