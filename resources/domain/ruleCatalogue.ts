import type { Severity } from './finding.ts'

const conduct = '《律师业务推广行为规则（试行）》'
const advertising = '《中华人民共和国广告法》第九条'

type Rule = { title: string; severity: Severity; basis: string }

/** The rules of the self-check (docs/domain.md §8): title, severity and legal basis. */
export const ruleCatalogue = {
  R1: {
    title: '绝对化用语',
    severity: 'high',
    basis: `${conduct}第三条、第十条第一项，${advertising}`,
  },
  R2: { title: '未注明兼职', severity: 'notice', basis: `${conduct}第四条` },
  R3: { title: '没有考核称职的登记', severity: 'notice', basis: `${conduct}第五条` },
  R4: { title: '未登记而称合伙人', severity: 'high', basis: `${conduct}第十条第二项` },
  R5: { title: '未执业而称律师', severity: 'high', basis: `${conduct}第十条第二项` },
  R6: { title: '夸大执业年限', severity: 'high', basis: `${conduct}第十条第二项` },
  R7: { title: '自称专家', severity: 'medium', basis: `${conduct}第九条` },
  R9: { title: '当事人的证件号和电话', severity: 'high', basis: `${conduct}第十条第九项` },
  R10: { title: '承诺结果', severity: 'high', basis: `${conduct}第十条第五项、第六项` },
  R11: { title: '律师协会职务', severity: 'medium', basis: `${conduct}第十条第十一项` },
  R12: { title: '与办案机关的关系', severity: 'high', basis: `${conduct}第十条第三项` },
  R13: { title: '免费、打折或返佣', severity: 'high', basis: `${conduct}第十条第七项、第八项` },
  R14: { title: '与同行比较', severity: 'medium', basis: `${conduct}第十条第四项` },
  R15: { title: '国家或全国性的名称', severity: 'medium', basis: `${conduct}第十条第十二项` },
  R16: { title: '英文的绝对化用语', severity: 'medium', basis: `${conduct}第三条、第九条、第十条` },
} as const satisfies Record<string, Rule>

export type RuleId = keyof typeof ruleCatalogue
