import type { Practice } from './practice.ts'

export const disputePractices = {
  disputes: {
    label: '民商事争议解决',
    labelEn: 'commercial litigation and arbitration',
    team: '争议解决部',
    professions: ['self:disputes', 'official:0303', 'official:0803'],
    industries: ['制造业', '投资机构', '工程服务'],
    bodies: [
      '主要代理股权、合同、担保及投融资纠纷,在各级人民法院和主要仲裁机构均有出庭经历。办案时坚持先做事实时间轴与证据缺口表,再决定诉讼请求与程序选择;对于可以协商的案件,会在程序推进的同时准备和解方案,尽量缩短客户的等待时间。',
      '办理的案件以公司内部纠纷和买卖、承揽合同纠纷居多,熟悉财产保全、审计鉴定与执行程序的衔接。曾就同一交易引发的五起关联诉讼统一制定应诉方案,避免了不同法院对事实认定的冲突。',
      '近年来较多代理仲裁案件,包括长期供货协议、设备质量和技术服务争议,熟悉专家证人出庭与庭前会议的安排。与客户技术人员共同梳理检验标准和往来函件,是其处理此类案件的基本做法。',
    ],
    bodyEn:
      'The practice appears before courts at all levels and the leading arbitral institutions in shareholder, contract, guarantee and investment disputes. Each matter begins with a chronology and a table of evidentiary gaps; settlement options are prepared alongside the proceedings rather than after them.',
    slogans: ['事实先行,策略在后', '把复杂的纠纷讲成清楚的故事'],
    cases: [
      '代理某设备买方就生产线质量问题申请仲裁,围绕验收标准完成技术鉴定。',
      '代理小股东提起知情权与盈余分配诉讼,取得会计账簿查阅权。',
      '代理供应商应对五起关联货款诉讼,统一事实主张并全部调解结案。',
      '代理目标公司应诉股东代表诉讼,厘清关联交易决策程序。',
      '就一份长期供货协议的价格调整条款代理仲裁,裁决采纳成本联动主张。',
    ],
    casesEn: [
      'Represented the buyer of a production line in an arbitration on acceptance standards.',
      'Represented a supplier in five related lawsuits, all settled.',
      'Represented a minority shareholder in inspection and dividend claims.',
    ],
    publications: ['证据缺口表在商事诉讼中的运用', '关联诉讼的统一应诉', '仲裁庭前会议的准备要点'],
  },
  criminal: {
    label: '刑事辩护与刑事合规',
    labelEn: 'criminal defence',
    team: '刑事部',
    professions: ['official:0101', 'official:0102', 'official:0103'],
    industries: ['企业合规', '金融', '互联网'],
    bodies: [
      '专职从事刑事业务,办理过职务犯罪、经济犯罪、网络犯罪等类型案件的辩护与代理,注重在侦查阶段与当事人及家属充分沟通程序权利。对电子数据的提取与鉴定、审计报告的质证有较深入的研究,也为企业提供员工舞弊调查和刑事风险培训。',
      '办案中坚持阅卷笔录、会见笔录与辩护提纲三份文件同步更新。除辩护外,也协助企业作为被害单位完成控告材料的整理,并参与涉案企业合规整改的方案设计与第三方评估对接。',
    ],
    bodyEn:
      'The practice defends individuals and companies in economic, official and cyber-crime matters and advises companies on internal investigations and compliance remediation.',
    slogans: ['程序权利,一项也不放过', '会见、阅卷、质证,都要做在前面'],
    cases: [
      '为一起合同诈骗案被告人辩护,围绕履约能力与资金去向提交审计异议。',
      '代理被害企业就员工侵占提出控告,协助完成资金流水整理。',
      '为一起非法经营案的从犯辩护,获得不起诉决定。',
      '协助某贸易企业完成合规整改,通过第三方组织评估。',
    ],
    casesEn: ['Defended an accused in a contract-fraud trial on the movement of funds.'],
    publications: ['电子数据质证的十个问题', '企业内部舞弊调查的边界', '认罪认罚从宽中的有效辩护'],
  },
  family: {
    label: '婚姻家事与财富传承',
    labelEn: 'family and succession',
    team: '家事部',
    professions: ['official:0201', 'official:0202', 'official:0203'],
    industries: ['家族企业', '个人客户'],
    bodies: [
      '处理离婚、抚养、继承与家族股权纠纷,也为家庭企业主提供婚前财产约定、遗嘱、意定监护及保险金信托的文件设计。面对情绪激烈的当事人,习惯把情感问题与法律问题分开讨论,优先安排未成年子女的生活。',
      '在涉及股权、房产与境外资产的离婚案件中积累了较多财产调查经验,善用诉前调解与心理咨询资源。参与编写过面向公众的家事普法手册,并在妇女儿童维权服务点轮值。',
    ],
    bodyEn:
      'The practice handles divorce, custody, succession and shareholding issues in family companies, and drafts wills, marital agreements and guardianship arrangements.',
    slogans: ['先安顿好孩子,再谈财产', '家事无小事'],
    cases: [
      '代理一方当事人处理涉及两家公司股权的离婚财产分割,以股权折价方式调解。',
      '为一位企业主设计遗嘱与意定监护文件,配合公证机关办理。',
      '代理继承人就自书遗嘱效力提起确认之诉。',
      '办理涉外婚姻中的子女探望安排与判决承认。',
    ],
    casesEn: ['Settled the division of shares in two companies upon divorce.'],
    publications: ['离婚案件中的股权分割', '意定监护协议的起草', '遗嘱信托的实践困难'],
  },
  labour: {
    label: '劳动与人力资源',
    labelEn: 'employment',
    team: '劳动法部',
    professions: ['official:0702', 'official:0701', 'official:0703'],
    industries: ['零售', '互联网', '制造业'],
    bodies: [
      '为用人单位提供规章制度、集体协商、经济性裁员与高管离职等方面的法律服务,每年为企业人力资源部门开展二十余场培训。熟悉竞业限制、股权激励与劳动关系交叉的争议,也处理过平台用工与灵活用工的合规改造。',
      '代理劳动仲裁与诉讼案件数量较多,类型涵盖解除合法性、加班工资、工伤待遇与竞业限制。重视在仲裁阶段固定考勤、薪酬和沟通记录等证据,并为客户建立离职谈话与送达的标准流程。',
    ],
    bodyEn:
      'The practice advises employers on policies, collective consultation, redundancy and senior-executive departures, and represents them in arbitration on termination, overtime and non-compete disputes.',
    slogans: ['制度写得清楚,争议就少一半', '好聚好散需要专业安排'],
    cases: [
      '协助某零售企业关闭区域门店,完成三百余名员工的协商解除。',
      '代理科技公司处理高管竞业限制争议,取得违约金调整裁决。',
      '为制造企业重新设计综合工时与轮班制度。',
      '代理用人单位应对群体性加班工资仲裁,分批达成调解。',
    ],
    casesEn: ['Advised a retailer on closing regional stores and agreed terminations.'],
    publications: ['竞业限制补偿金的约定与调整', '综合工时制的合规管理', '股权激励与劳动关系的交叉问题'],
  },
  administrative: {
    label: '行政法与政府法律顾问',
    labelEn: 'administrative law',
    team: '行政法部',
    professions: ['official:0901', 'official:0902', 'official:0503'],
    industries: ['政府部门', '公共事业', '房地产'],
    bodies: [
      '长期担任行政机关与事业单位的法律顾问,参与规范性文件合法性审查、行政协议谈判与重大行政决策论证。在征收补偿、行政许可和信息公开案件中,既代理过行政机关,也代理过企业与个人,对双方的举证责任与程序要求有平衡的理解。',
      '主要办理行政复议与行政诉讼案件,涉及市场监管处罚、自然资源与特许经营等领域。曾协助县级政府梳理历史遗留用地手续,制定分类处置意见;也为民族地区的基层组织提供双语普法服务。',
    ],
    bodyEn:
      'The practice advises public bodies on the legality of rules and agreements and represents both authorities and companies in administrative review and litigation.',
    slogans: ['程序正当,才有实体公正', '把规则讲给基层听'],
    cases: [
      '为某区政府重大基础设施项目的特许经营协议提供谈判与合规意见。',
      '代理企业就市场监管处罚申请复议,处罚决定被变更。',
      '协助处理一批历史遗留用地的补办手续与听证程序。',
      '代理当事人就政府信息公开答复提起诉讼,获责令重作。',
    ],
    casesEn: ['Advised a district government on a concession agreement.'],
    publications: ['行政协议中的优益权行使', '征收补偿评估报告的异议程序', '合法性审查的常见遗漏'],
  },
} as const satisfies Record<string, Practice>
