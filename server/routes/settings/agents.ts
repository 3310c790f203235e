import { agents } from '../../../resources/settings/agents.ts'
import { settingHandlers } from '../../records/setting.ts'
import { closeProposals } from '../../services/proposals/closing.ts'

/** Where the firm ends agents or their proposals, what still waits is closed in the same transaction. */
export const agentSettingHandlers = settingHandlers(agents, async ({ isOpen, mayPropose }, context) => {
  if (isOpen !== 1 || mayPropose !== 1) await closeProposals(context)
})
