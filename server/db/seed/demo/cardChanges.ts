import type { CardContentInput } from '../fixtureCard.ts'

/** What a lawyer changed on a published card and now waits for; `base` is the published version. */
export type Change = { why: string; submittedAt: string; edit: (base: CardContentInput) => CardContentInput }

const replaced = (text: string | undefined, from: string, to: string) => (text ?? '').replace(from, to)

/** Waiting changes by the person's number. */
export const waitingChanges: Record<number, Change> = {
  4: {
    why: '新增荣誉并更新简介',
    submittedAt: '-3h',
    edit: base => ({
      titles: ['管委会委员'],
      intro: `${base.intro ?? ''}\n2026年起兼任本所并购业务委员会召集人,主持修订收购项目尽职调查清单。`,
      honours: [
        { year: 2026, name: '年度并购交易奖', issuer: '《商事法评论》编辑部' },
        ...(base.honours ?? []),
      ],
    }),
  },
  9: {
    why: '更换联系方式',
    submittedAt: '-26h',
    edit: () => ({ phone: ['021-55551909'], email: 'ruonan.qian@yanheng.example' }),
  },
  11: {
    why: '调整专业领域与签名',
    submittedAt: '-2d',
    edit: base => ({
      professions: ['official:0702', 'official:0701', 'self:data'],
      slogan: '制度写得清楚,争议才会少',
      intro: replaced(base.intro, '规章制度', '规章制度、员工个人信息保护'),
    }),
  },
  13: {
    why: '晋升合伙人,更新职务、简介与案例',
    submittedAt: '-5h',
    edit: base => ({
      position: 'Partner',
      titles: ['数据合规部负责人'],
      intro: `${base.intro ?? ''}\n2026年11月晋升为合伙人,负责数据合规部的日常管理。`,
      cases: [
        { year: 2026, text: '协助一家连锁零售企业完成会员数据出境标准合同备案,同步改造门店授权弹窗。' },
        ...(base.cases ?? []),
      ],
      slogan: '先画数据地图,再谈整改优先级',
    }),
  },
  28: {
    why: '补充社会职务与著作',
    submittedAt: '-20h',
    edit: base => ({
      social: [
        { start: '2026-09', organisation: '某大学医事法研究中心', position: '兼职研究员' },
        ...(base.social ?? []),
      ],
      publications: [
        { year: 2026, title: '许可交易中开发尽责条款的起草', medium: '《商事法评论》' },
        ...(base.publications ?? []),
      ],
    }),
  },
  43: {
    why: '学历更新并删除一项荣誉',
    submittedAt: '-4d',
    edit: base => ({
      education: [
        { start: '2023-09', end: '2026-06', school: '香港大学', major: '资讯科技与知识产权法', degree: 3 },
        ...(base.education ?? []),
      ],
      honours: (base.honours ?? []).slice(1),
      wechatNo: 'kelvin_he_law',
    }),
  },
  45: {
    why: '换手机号,简介补充一处',
    submittedAt: '-50m',
    edit: base => ({
      mobile: '13900000045',
      intro: replaced(base.intro, '运输中断', '航线调整与运输中断'),
    }),
  },
  53: {
    why: '简介含绝对化用语,供审核时发现',
    submittedAt: '-30h',
    edit: base => ({
      slogan: '西南能源法律服务第一团队',
      intro: `${base.intro ?? ''}\n所办光伏收购项目胜诉率与成交率均居同行前列,是该领域最佳选择。`,
      industries: ['光伏风电', '储能', '水务环保', '氢能'],
    }),
  },
}

/** Of an English card: person 4's translation of his new post. */
export const waitingChangeEn: Change = {
  why: 'title and introduction',
  submittedAt: '-3h',
  edit: base => ({
    titles: ['Management Committee Member'],
    intro: `${base.intro ?? ''}\nHe convenes the firm's M&A committee and edits its due-diligence checklist.`,
  }),
}

/** First submissions that wait, with the time. */
export const waitingFirst: Record<number, string> = {
  17: '-90m',
  34: '-7h',
  38: '-2d',
  49: '-28h',
  57: '-3d',
}

export type Rejection = {
  reason: string
  items: { field: string; reason: string }[]
  auditedAt: string
  auditedBy: string
  /** Changes over a published version; absent for a first submission. */
  edit?: (base: CardContentInput) => CardContentInput
  /** What was wrong in a first submission. */
  flaw?: (base: CardContentInput) => CardContentInput
}

/** Cards sent back, with the reason at each field. */
export const rejections: Record<number, Rejection> = {
  18: {
    reason: '简介含承诺性表述,荣誉缺少颁发单位,请修改后重新提交',
    items: [
      { field: 'intro', reason: '“确保税负降至最低”属于承诺结果,请删除' },
      { field: 'honours', reason: '“最受欢迎讲师”无法核实颁发单位,请补充或删除' },
    ],
    auditedAt: '-1d',
    auditedBy: '顾清衡',
    flaw: base => ({
      intro: `${base.intro ?? ''}\n通过合理安排,确保税负降至最低。`,
      honours: [...(base.honours ?? []), { year: 2024, name: '最受欢迎讲师', issuer: '网友评选' }],
    }),
  },
  32: {
    reason: '职位与人事登记不一致',
    items: [
      { field: 'workPosition', reason: '人事登记为高级律师,合伙人任命尚未公布' },
      { field: 'slogan', reason: '请避免使用“首席”' },
    ],
    auditedAt: '-2d',
    auditedBy: '陈砚秋',
    edit: () => ({ position: 'Partner', slogan: '反垄断首席律师' }),
  },
  35: {
    reason: '头像不符合要求,代表案例出现当事人名称',
    items: [
      { field: 'avatar', reason: '请使用近期正装照片,背景为浅色' },
      { field: 'cases', reason: '第1条含可识别的当事人信息,请作匿名处理' },
    ],
    auditedAt: '-6h',
    auditedBy: '陈砚秋',
    flaw: base => ({
      cases: [
        { year: 2025, text: '代理艺人林某与其经纪公司“星桥传媒”解除合同纠纷,取得全部胜诉。' },
        ...(base.cases ?? []),
      ],
    }),
  },
  50: {
    reason: '律师助理名片不得以律师名义介绍',
    items: [{ field: 'intro', reason: '请改为“律师助理”,不得使用“律师”称谓' }],
    auditedAt: '-3d',
    auditedBy: '许南乔',
    flaw: () => ({
      intro: '林佩珊律师在私募股权领域为客户提供法律服务,熟悉基金设立、投资尽调与投后管理各环节。',
    }),
  },
  55: {
    reason: '执业经历年限与首次执业年份矛盾',
    items: [
      { field: 'intro', reason: '文中称“执业二十余年”,登记首次执业年份为2012年' },
      { field: 'honours', reason: '“十佳律师”请注明年份与颁发单位' },
      { field: 'mobile', reason: '与登记手机号不一致,请核对' },
    ],
    auditedAt: '-5d',
    auditedBy: '蒋岚',
    edit: base => ({
      intro: replaced(base.intro, '苏格律师', '执业二十余年的苏格律师'),
      honours: [{ year: 2021, name: '十佳律师', issuer: '待补充' }, ...(base.honours ?? [])],
      mobile: '13900000055',
    }),
  },
}
