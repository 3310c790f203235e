import { multiSelect } from '../kit/index.ts'
import { rightLabel } from './rightLabels.ts'
import { capabilities, type Capability, demandsOf } from './rights.ts'

/**
 * What stays with a person who is signed in: accounts, passwords, sessions, views of other accounts, complete mobile
 * numbers, the operator's settings, the tokens and webhooks themselves, and decisions about what programs propose.
 */
const personalCapabilities: readonly Capability[] = [
  'admin.create',
  'admin.edit',
  'admin.delete',
  'lawyer.reveal',
  'lawyer.password',
  'lawyer.mobile',
  'setting.edit',
  'user.viewAs',
  'session.kick',
  'integration.manage',
  'proposal.decide',
]

/** The capabilities that an API token may have. What demands a password can never be done by a program. */
export const tokenCapabilities: readonly Capability[] = capabilities.filter(
  it => !personalCapabilities.includes(it) && !demandsOf(it).needsPassword,
)

/** Groups of capabilities by the first part of their names. */
const groupTitles: Readonly<Record<string, readonly string[]>> = {
  律所: ['office', 'admin'],
  人员: ['lawyer'],
  名片: ['card'],
  内容: ['article', 'category'],
  '消息、日志与导出': ['message', 'log', 'list'],
  配置: ['conf', 'profession', 'post', 'firm', 'compliance'],
}

const subjectOf = (capability: string) => capability.slice(0, capability.indexOf('.'))

/** The capabilities that a token may have, in groups; those of no other group come last. */
const tokenRightGroups = () => {
  const named = Object.values(groupTitles).flat()
  const inGroup = (isIn: (subject: string) => boolean) => tokenCapabilities.filter(it => isIn(subjectOf(it)))
  return {
    ...Object.fromEntries(
      Object.entries(groupTitles).map(([title, subjects]) => [title, inGroup(it => subjects.includes(it))]),
    ),
    其他: inGroup(it => !named.includes(it)),
  }
}

/** The field for those of a person's capabilities that a new token gets. */
export const tokenRightsField = (own: readonly string[]) =>
  multiSelect(
    '权限',
    tokenCapabilities.filter(it => own.includes(it)).map((it): [Capability, string] => [it, rightLabel(it)]),
    {
      groups: tokenRightGroups(),
      hint: '程序只能做所选的事，范围与您自己的相同，不能上传文件，也不能发起批量操作；您失去的权限，令牌也同时失去',
    },
  )
