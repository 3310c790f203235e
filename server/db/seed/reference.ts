// What every new firm starts with (domain.md §7).

export type PositionSeed = {
  postName: string
  postCode: string
  /** Small is senior. */
  postLevel: number
  isPartner: 0 | 1
  needLicence: 0 | 1
}

const position = (
  postName: string,
  postCode: string,
  postLevel: number,
  { isPartner = 0, needLicence = 1 }: { isPartner?: 0 | 1; needLicence?: 0 | 1 } = {},
): PositionSeed => ({ postName, postCode, postLevel, isPartner, needLicence })

export const positions: readonly PositionSeed[] = [
  position('主任', 'Managing Director', 1, { isPartner: 1 }),
  position('管理合伙人', 'Managing Partner', 2, { isPartner: 1 }),
  position('执行主任', 'Executive Director', 3, { isPartner: 1 }),
  position('高级合伙人', 'Senior Partner', 5, { isPartner: 1 }),
  position('权益合伙人', 'Equity Partner', 6, { isPartner: 1 }),
  position('合伙人', 'Partner', 8, { isPartner: 1 }),
  position('顾问', 'Of Counsel', 10, { needLicence: 0 }),
  position('资深律师', 'Counsel', 14),
  position('高级律师', 'Senior Associate', 15),
  position('律师', 'Associate', 20),
  position('实习律师', 'Trainee Lawyer', 30, { needLicence: 0 }),
  position('律师助理', 'Paralegal', 35, { needLicence: 0 }),
  position('行政人员', 'Staff', 50, { needLicence: 0 }),
]

export type ProfessionSeed = {
  code: string
  name: string
  nameEn: string
  children?: readonly ProfessionSeed[]
}

const child = (code: string, name: string, nameEn: string): ProfessionSeed => ({ code, name, nameEn })

/** The nine specialties of the ministry's 2019 pilot; the second level is ours. */
export const officialProfessions: readonly ProfessionSeed[] = [
  {
    code: '01',
    name: '刑事',
    nameEn: 'Criminal',
    children: [
      child('0101', '刑事辩护', 'Criminal Defence'),
      child('0102', '经济与职务犯罪', 'White-Collar & Official Crime'),
      child('0103', '刑事合规', 'Criminal Compliance'),
      child('0104', '刑事代理与申诉', 'Victim Representation & Appeals'),
    ],
  },
  {
    code: '02',
    name: '婚姻家庭法',
    nameEn: 'Marriage & Family',
    children: [
      child('0201', '离婚与抚养', 'Divorce & Custody'),
      child('0202', '继承与遗嘱', 'Succession & Wills'),
      child('0203', '家族财富传承', 'Family Wealth Planning'),
    ],
  },
  {
    code: '03',
    name: '公司法',
    nameEn: 'Corporate',
    children: [
      child('0301', '公司治理与股权', 'Governance & Equity'),
      child('0302', '公司并购与重组', 'M&A and Restructuring'),
      child('0303', '公司诉讼', 'Corporate Litigation'),
      child('0304', '破产与清算', 'Insolvency & Liquidation'),
    ],
  },
  {
    code: '04',
    name: '金融证券保险',
    nameEn: 'Finance, Securities & Insurance',
    children: [
      child('0401', '银行与融资', 'Banking & Finance'),
      child('0402', '证券与资本市场', 'Securities & Capital Markets'),
      child('0403', '保险', 'Insurance'),
      child('0404', '基金与信托', 'Funds & Trusts'),
    ],
  },
  {
    code: '05',
    name: '建筑房地产',
    nameEn: 'Construction & Real Estate',
    children: [
      child('0501', '建设工程', 'Construction'),
      child('0502', '房地产开发与交易', 'Real Estate Development & Transactions'),
      child('0503', '城市更新与征收', 'Urban Renewal & Expropriation'),
      child('0504', '物业与租赁', 'Property Management & Leasing'),
    ],
  },
  {
    code: '06',
    name: '知识产权',
    nameEn: 'Intellectual Property',
    children: [
      child('0601', '专利', 'Patents'),
      child('0602', '商标', 'Trade Marks'),
      child('0603', '著作权', 'Copyright'),
      child('0604', '商业秘密与不正当竞争', 'Trade Secrets & Unfair Competition'),
    ],
  },
  {
    code: '07',
    name: '劳动法',
    nameEn: 'Labour',
    children: [
      child('0701', '劳动争议', 'Labour Disputes'),
      child('0702', '用工合规', 'Employment Compliance'),
      child('0703', '工伤与社会保险', 'Work Injury & Social Insurance'),
    ],
  },
  {
    code: '08',
    name: '涉外法律服务',
    nameEn: 'Cross-border',
    children: [
      child('0801', '跨境投资', 'Cross-border Investment'),
      child('0802', '国际贸易', 'International Trade'),
      child('0803', '国际仲裁', 'International Arbitration'),
    ],
  },
  {
    code: '09',
    name: '行政法',
    nameEn: 'Administrative',
    children: [
      child('0901', '行政诉讼与复议', 'Administrative Litigation & Review'),
      child('0902', '政府法律顾问', 'Government Counsel'),
      child('0903', '国家赔偿', 'State Compensation'),
    ],
  },
]

export type SelfProfessionSeed = {
  /** Names it in fixtures. */
  key: string
  name: string
  nameEn: string
  /** Code of the official profession it stands under. */
  mapTo: string | null
  intro: string
}

const own = (
  key: string,
  name: string,
  nameEn: string,
  mapTo: string | null,
  intro: string,
): SelfProfessionSeed => ({
  key,
  name,
  nameEn,
  mapTo,
  intro,
})

export const selfProfessions: readonly SelfProfessionSeed[] = [
  own(
    'disputes',
    '争议解决',
    'Dispute Resolution',
    '03',
    '民商事诉讼与仲裁,覆盖合同、股权、投融资及担保纠纷,从证据梳理到执行全程参与。',
  ),
  own('capital', '资本市场', 'Capital Markets', '0402', '境内外上市、再融资、债券发行及上市公司合规。'),
  own(
    'equity',
    '私募股权',
    'Private Equity & Venture Capital',
    '0404',
    '基金募集设立、投资尽调、交易文件与退出安排。',
  ),
  own(
    'mergers',
    '并购重组',
    'Mergers & Acquisitions',
    '0302',
    '股权与资产收购、国有产权交易、重大资产重组。',
  ),
  own(
    'insolvency',
    '破产清算',
    'Insolvency & Restructuring',
    '0304',
    '担任管理人,代理债权人申报、重整投资与衍生诉讼。',
  ),
  own(
    'banking',
    '银行与融资',
    'Banking & Finance',
    '0401',
    '银团贷款、项目融资、不良资产处置与金融产品合规。',
  ),
  own('tax', '税务', 'Tax', null, '交易税务安排、税务稽查应对、税务行政复议与诉讼。'),
  own(
    'antitrust',
    '反垄断与合规',
    'Antitrust & Compliance',
    '0604',
    '经营者集中申报、反垄断调查应对、企业合规体系建设。',
  ),
  own('data', '数据合规', 'Data & Privacy', null, '个人信息保护、数据出境安全评估、网络安全审查。'),
  own('energy', '环境与能源', 'Environment & Energy', null, '新能源项目开发、环境公益诉讼、碳资产交易。'),
  own('health', '医疗健康', 'Healthcare & Life Sciences', null, '药械注册许可、医院投资、医疗损害责任纠纷。'),
  own(
    'sports',
    '娱乐体育',
    'Media, Entertainment & Sports',
    '0603',
    '影视投资制作、艺人经纪、赛事版权与体育仲裁。',
  ),
  own('shipping', '海事海商', 'Shipping & Maritime', '0802', '海上货物运输、船舶融资、共同海损与海事仲裁。'),
]

export type CategorySeed = { kind: 1 | 2 | 3 | 4; typeName: string; typeNameEn: string }

const category = (kind: CategorySeed['kind'], typeName: string, typeNameEn: string): CategorySeed => ({
  kind,
  typeName,
  typeNameEn,
})

/** kind: 1 工作动态 2 原创文章 3 典型案例 4 视频 */
export const categories: readonly CategorySeed[] = [
  category(1, '律所新闻', 'Firm News'),
  category(1, '荣誉奖项', 'Awards'),
  category(1, '公益活动', 'Pro Bono'),
  category(1, '党建', 'Party Building'),
  category(2, '专业研究', 'Research'),
  category(2, '法规解读', 'Legal Updates'),
  category(2, '实务指引', 'Practice Guides'),
  category(3, '诉讼', 'Litigation'),
  category(3, '仲裁', 'Arbitration'),
  category(3, '非诉', 'Transactions'),
  category(4, '普法', 'Legal Education'),
  category(4, '讲座', 'Lectures'),
  category(4, '律所宣传', 'About the Firm'),
]
