import type { Practice } from './practice.ts'

export const industryPractices = {
  construction: {
    label: '建设工程与房地产',
    labelEn: 'construction and real estate',
    team: '建设工程部',
    professions: ['official:0501', 'official:0502', 'self:disputes'],
    industries: ['施工企业', '房地产开发', '园区运营'],
    bodies: [
      '持有工程造价相关资格,代理建设工程施工、设计、监理合同纠纷,熟悉工期索赔、签证变更与造价鉴定。曾全过程服务多个商业综合体和产业园区,从招投标、分包管理到竣工结算均提供书面合同管理意见。',
      '服务对象包括总承包单位、开发企业与业主委员会。在处理实际施工人、优先受偿权和质量缺陷等争议时,主张尽早固定现场证据并引入专业工程师。近来参与城市更新项目的前期协议与旧改补偿方案论证。',
    ],
    bodyEn:
      'With a background in quantity surveying, the practice acts for contractors and developers from tender to final account, and in disputes on delay, variations, defects and priority of payment.',
    slogans: ['签证单要写在当天', '从招标文件看到结算书'],
    cases: [
      '代理总承包单位就某商业综合体工期延误索赔,完成关键线路分析。',
      '为产业园区开发商提供分包合同体系与付款节点设计。',
      '代理业主处理外墙质量缺陷,组织检测并达成返修协议。',
      '就建设工程价款优先受偿权代理执行异议之诉。',
    ],
    casesEn: ['Represented a main contractor in a delay claim on a commercial complex.'],
    publications: ['工期索赔的关键线路证明', '优先受偿权的行使期限', '造价鉴定意见的质证'],
  },
  ip: {
    label: '知识产权',
    labelEn: 'intellectual property',
    team: '知识产权部',
    professions: ['official:0601', 'official:0602', 'official:0604'],
    industries: ['通信', '家居', '软件'],
    bodies: [
      '理工科背景,代理发明专利侵权、商业秘密与软件著作权案件,能够直接与研发人员讨论技术方案。办理过无效宣告与侵权诉讼并行的案件,善于围绕权利要求解释组织证据,并协助企业建立研发记录与离职交接制度。',
      '以商标与不正当竞争案件为主,代理过品牌仿冒、网络爬取与商业诋毁等纠纷,同时为企业提供商标布局、监测与海关备案服务。注重取证的及时性,通常在发现侵权当日安排时间戳或公证固定。',
    ],
    bodyEn:
      'With an engineering background, the practice litigates patents, trade secrets and software copyright and runs invalidation and infringement proceedings side by side. It also manages trade mark portfolios, watching services and customs recordals.',
    slogans: ['权利要求里藏着胜负手', '取证要快,论证要慢'],
    cases: [
      '代理通信设备企业应诉发明专利侵权,同步提出无效宣告。',
      '代理家居品牌就店铺装潢仿冒提起不正当竞争诉讼。',
      '协助软件企业就前员工带走源代码采取行为保全。',
      '为食品企业建立覆盖十一个类别的商标布局与监测方案。',
    ],
    casesEn: [
      'Defended a telecom maker against a patent claim with a parallel invalidation.',
      'Obtained an injunction for a software company over copied source code.',
    ],
    publications: ['权利要求解释的内部证据', '商业秘密案件的合理保密措施', '店铺装潢的反不正当竞争保护'],
  },
  crossBorder: {
    label: '跨境投资与国际仲裁',
    labelEn: 'cross-border investment and international arbitration',
    team: '国际部',
    professions: ['official:0801', 'official:0803', 'self:mergers'],
    industries: ['境外投资', '工程承包', '跨境贸易'],
    bodies: [
      '协助中国企业在东南亚、欧洲和拉美设立公司、收购资产与承包工程,统筹境外备案与当地律师的工作;同时代理国际仲裁案件,熟悉主要仲裁规则下的程序安排与证据开示。能够以英语直接参与谈判与开庭。',
      '早年在外国律师事务所工作,回国后继续从事外商投资与跨境交易,协助多家境外企业在华设立、重组和退出。处理跨法域事务时,习惯用一页纸说明各地规则的差异与时间表,便于客户决策。',
      '工作以韩国及日本客户的在华投资为主,涵盖合资企业治理、技术许可、劳动关系与清算注销,可用韩语、英语提供服务。也协助中国企业处理在韩国的商标与经销争议。',
    ],
    bodyEn:
      'The practice guides Chinese companies investing in South-East Asia, Europe and Latin America and foreign investors entering, reorganising or leaving China, and acts as counsel in international arbitration. Advice on several jurisdictions is reduced to one page of differences and dates.',
    slogans: ['一页纸讲清两地规则', '把距离变成可以管理的事'],
    cases: [
      '协助一家装备企业在东南亚设立生产基地,统筹备案、用地与劳动许可。',
      '代理工程承包商参加国际仲裁,就不可抗力与工期顺延进行抗辩。',
      '协助欧洲投资人重组在华合资公司并完成减资。',
      '代理跨境买卖合同争议,取得境外仲裁裁决在内地的认可与执行。',
    ],
    casesEn: [
      'Coordinated the set-up of a manufacturing base in South-East Asia.',
      'Defended a contractor in an international arbitration on force majeure.',
      'Reorganised the China joint venture of a European investor.',
    ],
    publications: ['国际仲裁中的文件出示', '境外投资备案的时间安排', '合资企业僵局的解决条款'],
  },
  shipping: {
    label: '海事海商与国际贸易',
    labelEn: 'shipping and international trade',
    team: '海商部',
    professions: ['self:shipping', 'official:0802', 'official:0403'],
    industries: ['航运', '港口', '大宗贸易'],
    bodies: [
      '代理货损货差、船舶碰撞、租船合同与船舶建造争议,常年为航运公司、货代企业及保赔协会通讯代理提供服务。熟悉船舶扣押与海事请求保全的操作,能够在船舶靠港前完成材料准备。',
      '除海事案件外,也处理信用证、仓单与大宗商品贸易纠纷,并为外贸企业审查贸易术语、检验与适用法律条款。近期协助客户应对运输中断引起的费用分担与保险索赔。',
    ],
    bodyEn:
      'The practice handles cargo claims, collisions, charterparties and shipbuilding disputes for carriers, forwarders and insurers, including ship arrest prepared before the vessel berths, and advises traders on letters of credit and commodity contracts.',
    slogans: ['船靠港之前,材料已备好', '从提单背面读起'],
    cases: [
      '代理货主就冷链货损向承运人索赔,确定温控记录的证明效力。',
      '代表船东处理租约提前终止引起的费用争议。',
      '为大宗商品贸易商审查仓储监管协议,处理重复质押风险。',
      '办理外籍船舶扣押与担保释放。',
    ],
    casesEn: [
      'Recovered reefer cargo damage for a cargo owner.',
      'Acted for a shipowner on early redelivery under a time charter.',
    ],
    publications: ['冷链货损的举证', '仓单质押的公示与效力', '租约提前终止的损失计算'],
  },
  sports: {
    label: '文化娱乐与体育',
    labelEn: 'media, entertainment and sports',
    team: '文娱体育部',
    professions: ['self:sports', 'official:0603', 'self:disputes'],
    industries: ['影视', '游戏', '体育赛事'],
    bodies: [
      '为影视制作、音乐、游戏与体育赛事客户提供合同与版权服务,起草过联合出品、艺人经纪、赛事转播与商务赞助等协议,也代理经纪合同解除、音乐版权与体育仲裁案件。对项目周期长、参与方多的特点有清楚认识,习惯以权利链图管理授权。',
    ],
    bodyEn:
      'The practice serves film, music, game and sports clients on co-production, talent, broadcasting and sponsorship agreements and related disputes.',
    slogans: ['权利链条,一环都不能缺', '懂作品,也懂合同'],
    cases: [
      '为一部网络剧的联合出品与发行提供全程合同服务。',
      '代理经纪公司处理艺人合同提前解除争议。',
      '协助城市马拉松赛事制定赞助权益与保险安排。',
    ],
    casesEn: ['Advised on the co-production and distribution of an online series.'],
    publications: ['联合出品协议中的署名与收益', '赛事转播权的法律性质'],
  },
} as const satisfies Record<string, Practice>
