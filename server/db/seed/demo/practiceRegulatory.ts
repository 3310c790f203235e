import type { Practice } from './practice.ts'

export const regulatoryPractices = {
  tax: {
    label: '税务',
    labelEn: 'tax',
    team: '税务部',
    professions: ['self:tax', 'official:0301', 'official:0901'],
    industries: ['集团企业', '投资机构', '高净值个人'],
    bodies: [
      '兼有财务与法律背景,为并购交易、股权激励、跨境支付和资产重组提供税务分析,并代理税务稽查陈述申辩、行政复议与诉讼。善于把税法条文与会计处理对应起来,用测算表向管理层说明不同方案的差别。',
      '近年来较多处理股权转让个人所得税、研发费用加计扣除和留抵退税引起的争议。认为税务风险多数来自业务流程,因此常与企业财务共同修订合同付款与开票条款。',
    ],
    bodyEn:
      'Trained in both accounting and law, the practice advises on the tax treatment of acquisitions, equity incentives and cross-border payments, and represents taxpayers in audits, administrative review and litigation.',
    slogans: ['税务问题,多半写在合同里', '用数字说明方案的差别'],
    cases: [
      '协助一家集团完成内部资产划转的特殊性税务处理备案。',
      '代理纳税人就股权转让计税基础提起行政复议。',
      '为跨境服务费的代扣代缴安排出具意见并参与沟通。',
      '协助企业应对研发费用加计扣除专项核查。',
    ],
    casesEn: ['Assisted a group in filing for special tax treatment of an internal asset transfer.'],
    publications: ['股权转让计税基础的证明', '特殊性税务处理的商业目的', '稽查程序中的陈述申辩'],
  },
  antitrust: {
    label: '反垄断与竞争合规',
    labelEn: 'antitrust and competition',
    team: '合规部',
    professions: ['self:antitrust', 'official:0604', 'self:data'],
    industries: ['平台经济', '化工', '医药流通'],
    bodies: [
      '办理经营者集中申报、反垄断调查应对以及竞争合规体系建设,经手的申报涉及化工、物流与消费品等行业,熟悉相关市场界定与市场份额测算。为多家企业设计了经销商管理与价格政策的合规手册,并开展模拟突击检查培训。',
      '除申报业务外,也代理横向与纵向协议引发的民事诉讼,能够与经济学顾问配合准备竞争分析意见。关注平台规则、数据与算法对竞争的影响,持续跟踪执法动态并向客户提供月度简报。',
    ],
    bodyEn:
      'The practice files merger notifications, responds to antitrust investigations and builds compliance programmes on distribution and pricing. It works with economists on market definition and issues a monthly enforcement briefing to clients.',
    slogans: ['合规不是成本,是选择权', '规则之内,充分竞争'],
    cases: [
      '为两家化工企业设立合营公司办理经营者集中申报,于初步审查阶段获准。',
      '协助某品牌方修订经销协议,取消固定转售价格条款。',
      '代理企业应对纵向协议调查,提交承诺整改方案。',
      '为医药流通企业开展模拟检查与全员培训。',
    ],
    casesEn: [
      'Obtained phase-one clearance for a chemical joint venture.',
      'Revised the distribution agreements of a consumer brand.',
    ],
    publications: ['合营企业控制权的认定', '转售价格管理的合规替代方案', '算法定价与协同行为'],
  },
  data: {
    label: '数据合规与网络安全',
    labelEn: 'data protection and cybersecurity',
    team: '数据合规部',
    professions: ['self:data', 'self:antitrust', 'official:0801'],
    industries: ['互联网', '智能汽车', '跨境电商'],
    bodies: [
      '为企业搭建个人信息保护制度,办理数据出境安全评估与标准合同备案,起草隐私政策、委托处理协议和数据共享协议。熟悉智能汽车、跨境电商与医疗场景下的数据流转,通常先与产品和研发人员绘制数据地图,再确定整改优先级。',
      '曾在互联网企业从事法务工作,了解产品上线节奏,给出的意见力求可执行。近年来协助客户应对应用程序专项检查、用户投诉与数据泄露事件,建立了事件分级与七十二小时响应清单。',
    ],
    bodyEn:
      'The practice builds privacy programmes, files cross-border data transfer assessments and standard contracts, and drafts processing and sharing agreements. Work starts from a data map drawn with product and engineering staff and ends in a prioritised list of changes.',
    slogans: ['先画数据地图,再谈合规', '意见要让产品经理也能执行'],
    cases: [
      '协助跨境电商企业完成个人信息出境标准合同备案。',
      '为智能汽车企业设计车内数据处理规则与用户授权流程。',
      '处理一起供应商账号泄露事件,完成通知与整改报告。',
      '为连锁医疗机构制定患者信息访问权限与留痕制度。',
    ],
    casesEn: [
      'Filed the standard contract for cross-border transfers of an e-commerce group.',
      'Designed in-vehicle data processing rules for a car maker.',
    ],
    publications: ['数据出境路径的选择', '委托处理与共同处理的区分', '数据泄露事件的响应清单'],
  },
  energy: {
    label: '环境与能源',
    labelEn: 'energy and environment',
    team: '能源与环境部',
    professions: ['self:energy', 'official:0501', 'self:mergers'],
    industries: ['光伏风电', '储能', '水务环保'],
    bodies: [
      '为光伏、风电、储能和水务项目提供开发、建设、融资与收购的全过程服务,对用地、并网、补贴和特许经营等合规问题较为熟悉。经常赴项目现场核对边界与批复,认为能源项目的风险多藏在图纸和批文的差异里。',
      '同时办理环境公益诉讼应诉、生态损害赔偿磋商及碳排放权交易合同事务,协助高耗能企业建立碳数据管理制度。在西南地区参与过多个小水电清理整改与生态流量核定项目。',
    ],
    bodyEn:
      'The practice advises on the development, construction, financing and sale of solar, wind, storage and water projects, and on environmental litigation and carbon trading. Site visits to compare permits with drawings are part of every due diligence.',
    slogans: ['风险藏在图纸与批文的差异里', '把项目看到现场去'],
    cases: [
      '代表投资人收购三座山地光伏电站,处理林地与并网手续瑕疵。',
      '为储能项目公司起草容量租赁与设备质保合同。',
      '代理企业参与生态环境损害赔偿磋商并达成分期修复协议。',
      '协助水务企业就特许经营期延展与政府谈判。',
    ],
    casesEn: [
      'Represented an investor in acquiring three mountain solar plants.',
      'Drafted capacity-lease and warranty contracts for a storage project.',
    ],
    publications: ['新能源项目用地合规', '储能容量租赁合同的性质', '生态损害赔偿磋商实务'],
  },
  health: {
    label: '医疗健康',
    labelEn: 'healthcare and life sciences',
    team: '医疗健康部',
    professions: ['self:health', 'self:mergers', 'self:data'],
    industries: ['创新药', '医疗器械', '民营医院'],
    bodies: [
      '为创新药、医疗器械与医疗机构客户提供产品注册、许可交易、临床试验合同及推广合规等法律服务。经办过多起跨境授权许可项目,熟悉里程碑付款、分许可与知识产权归属条款;也为民营医院的设立、收购与科室合作提供意见。',
      '关注医药反腐与学术推广合规,协助企业制定会议赞助、专家服务费与第三方管理制度。代理医疗损害责任案件时,注重病历审查与鉴定程序的准备。',
    ],
    bodyEn:
      'The practice advises drug, device and hospital clients on licensing transactions, clinical-trial agreements, regulatory approvals and promotional compliance, including cross-border licences with milestone payments and sub-licensing.',
    slogans: ['合规让创新走得更稳', '读得懂病历,也读得懂条款'],
    cases: [
      '代表一家生物技术公司对外许可一款在研抗体,谈判里程碑与开发责任。',
      '为器械企业审核临床试验合同与受试者保险安排。',
      '协助收购一家康复专科医院,处理设置许可变更。',
      '为药企制定学术会议赞助的内部审批制度。',
    ],
    casesEn: ['Represented a biotech company in out-licensing an antibody in development.'],
    publications: ['许可交易中的里程碑条款', '学术推广的合规边界', '医疗机构科室合作的法律性质'],
  },
} as const satisfies Record<string, Practice>
