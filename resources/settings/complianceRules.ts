import { type RuleId, ruleCatalogue } from '../domain/ruleCatalogue.ts'
import { fromKeys, keysOf } from '../kit/objects.ts'
import { defineSetting, select } from '../kit/index.ts'
import { operationSetting, settingRoute } from './settingRoute.ts'

const ids = keysOf(ruleCatalogue)

/** The field of one rule, with its legal basis as the hint. */
const ruleField = (id: RuleId) => {
  const { title, severity, basis } = ruleCatalogue[id]
  return select(
    title,
    [
      [0, severity === 'high' ? '按推广合规自检（高风险）' : '按推广合规自检（提示）'],
      [1, '关闭@state'],
      [2, '仅提示'],
      [3, '阻止发布'],
    ],
    { hint: basis },
  )
}

/** 合规规则 (docs/domain.md §6.4): what each rule of the self-check does. If the self-check is off, no rule does anything. */
export const complianceRules = defineSetting({
  ...operationSetting,
  edit: 'compliance.rules',
  name: 'complianceRules',
  label: '合规规则',
  path: '/firmConf/complianceRules',
  // The operator updates the rules when the law changes (docs/domain.md §1).
  route: settingRoute('operation.compliance', '/app/conf/compliance-rules', {
    roles: ['mainAdmin', 'system'],
  }),
  fields: fromKeys(ids, ruleField),
  initial: fromKeys(ids, () => 0 as const),
  isAddition: true,
})
