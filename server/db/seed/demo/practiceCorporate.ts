import type { Practice } from './practice.ts'

export const corporatePractices = {
  capital: {
    label: '资本市场',
    labelEn: 'capital markets',
    team: '资本市场部',
    professions: ['self:capital', 'official:0402', 'self:mergers'],
    industries: ['先进制造', '半导体', '消费品'],
    bodies: [
      '参与过主板、科创板、创业板及北交所多个首次公开发行项目,熟悉历史沿革核查、股权代持清理、关联交易规范与募投项目合规等环节。近年来较多处理高端装备与新材料企业的上市辅导,也为上市公司再融资、股权激励和信息披露提供常年服务。工作中重视底稿质量,坚持对每一项结论注明核查方法和依据。',
      '业务集中于上市公司证券合规与再融资,经办配股、可转债、向特定对象发行股票等项目,并为董事会提供公司治理、内幕信息管理及股东大会见证服务。曾协助企业回复多轮审核问询,对收入确认、客户集中度、土地房产瑕疵等常见问题有较完整的核查思路。',
    ],
    bodyEn:
      'The practice covers initial public offerings on the Shanghai, Shenzhen and Beijing exchanges, follow-on offerings, convertible bonds and the continuing obligations of listed companies. Recent work includes title and shareholding history reviews for advanced-manufacturing issuers, replies to regulatory inquiries and the design of equity incentive plans.',
    slogans: ['把每一页底稿写到经得起追问', '合规是上市公司的日常'],
    cases: [
      '为一家精密零部件企业科创板上市提供专项法律服务,完成三轮股权代持还原与工商档案补正。',
      '协助某消费品牌设立员工持股平台并完成股份支付相关核查。',
      '为某上市公司向特定对象发行股票提供法律意见,处理募投用地取得方式的合规论证。',
      '担任一家半导体设备公司的上市辅导律师,完成境外子公司的合规尽职调查。',
    ],
    casesEn: [
      'Advised a precision-components maker on its STAR Market listing, including the unwinding of nominee shareholdings.',
      'Advised a listed company on a private placement and the related land-use review.',
    ],
    publications: [
      '股权代持清理的核查路径与证据要求',
      '注册制下问询回复的写作方法',
      '可转债持有人会议规则若干问题',
    ],
  },
  equity: {
    label: '私募股权与投资基金',
    labelEn: 'private equity and venture capital',
    team: '投资基金部',
    professions: ['self:equity', 'official:0404', 'official:0301'],
    industries: ['投资机构', '互联网', '生物医药'],
    bodies: [
      '主要为基金管理人和产业投资人提供募、投、管、退各阶段的法律服务,包括基金设立与备案、投资条款谈判、投后争议处理以及回购与减资退出。经手的交易覆盖从天使轮到上市前融资的多个阶段,注意在文件中为后续轮次预留调整空间。',
      '既代表投资人,也代表创始团队,因此对优先清算、反稀释、一票否决等条款在双方眼中的分量有切身体会。近三年处理了较多基金到期后的清算与份额转让项目,协助多家管理人完成信息报送整改。',
    ],
    bodyEn:
      'The practice advises fund managers, strategic investors and founders on fund formation and filing, minority and control investments, portfolio governance and exits. It has handled rounds from seed to pre-IPO, and in recent years a growing number of fund wind-downs, secondary transfers and redemption disputes.',
    slogans: ['条款要为下一轮留出余地', '让投资双方都看得懂文件'],
    cases: [
      '代表一家产业基金投资某创新药企业,设计与研发里程碑挂钩的分期出资安排。',
      '协助某创业团队完成四轮融资文件的衔接与优先权条款统一。',
      '处理一支到期私募基金的清算分配与未退出项目的实物分配方案。',
      '代理投资人就股权回购条款提起仲裁,并在裁决前促成分期退出协议。',
    ],
    casesEn: [
      'Represented an industrial fund in its milestone-based investment in a biotech company.',
      'Advised a fund manager on the liquidation of an expired fund and in-kind distributions.',
    ],
    publications: [
      '回购义务人的确定与履行顺位',
      '基金到期清算中的实物分配',
      '投资协议中业绩调整条款的税务影响',
    ],
  },
  mergers: {
    label: '并购重组',
    labelEn: 'mergers and acquisitions',
    team: '公司并购部',
    professions: ['self:mergers', 'official:0302', 'official:0301'],
    industries: ['汽车零部件', '食品饮料', '物流'],
    bodies: [
      '擅于统筹跨地区、多标的的收购项目,从交易结构、尽职调查到交割清单均有成熟的工作模板。服务过民营企业集团的产业整合,也参与过国有产权进场交易与混合所有制改革。处理收购时,习惯在签约前就把交割后一百天的整合事项列入清单,减少交易完成后的争议。',
      '主要办理股权收购、资产收购与合资设立项目,对价款调整机制、陈述与保证、过渡期安排等条款的谈判较为熟悉。也常协助客户处理收购后的补偿与索赔,理解条款在争议中会被怎样解读。',
    ],
    bodyEn:
      'The practice runs share and asset acquisitions, joint ventures and group reorganisations from structure to closing, including state-owned equity transfers. It places particular weight on price-adjustment mechanics, interim-period covenants and a post-closing plan agreed before signing.',
    slogans: ['交割不是终点,而是整合的起点', '结构清楚,谈判才有余地'],
    cases: [
      '代表某零部件集团收购两家同业企业,统筹六地同步尽职调查与分步交割。',
      '为一家食品企业出售非核心业务设计资产剥离方案,处理员工转移与商标许可。',
      '协助地方国有企业完成混合所有制改革的进场交易与章程修订。',
      '就收购后发现的环保隐性负债代理买方索赔,以和解结案。',
    ],
    casesEn: [
      'Acted for an auto-parts group in acquiring two competitors across six locations.',
      'Advised on the carve-out of a non-core food business, including employee transfer and trade mark licences.',
    ],
    publications: ['锁箱机制在境内并购中的运用', '过渡期损益归属条款的起草', '陈述与保证的披露例外'],
  },
  banking: {
    label: '银行与融资',
    labelEn: 'banking and finance',
    team: '金融部',
    professions: ['self:banking', 'official:0401', 'official:0403'],
    industries: ['商业银行', '融资租赁', '基础设施'],
    bodies: [
      '为商业银行、融资租赁公司和保理公司提供交易文件起草与合规审查,办理过流动资金银团、并购贷款、项目融资及飞机船舶租赁等业务。在不良资产处置方面,代理过债权转让、担保物处置与执行异议,对抵押权、最高额担保和让与担保的效力认定有持续研究。',
      '日常工作一半是融资文件,一半是金融争议。这样的组合使其在起草担保条款时,会优先考虑将来如何执行。曾协助区域性银行修订授信合同文本,并为分支机构客户经理讲授合同签署与面签规范。',
    ],
    bodyEn:
      'The practice acts for banks, leasing and factoring companies on syndicated loans, acquisition and project finance, aircraft and vessel leasing and the disposal of distressed debt. Security documents are drafted with their later enforcement in mind.',
    slogans: ['担保条款要经得起执行', '先看现金流,再看抵押物'],
    cases: [
      '代表牵头行办理一笔物流园区项目银团贷款,设计租金账户监管安排。',
      '为融资租赁公司起草设备直租与售后回租标准合同文本。',
      '代理银行处理最高额抵押债权确定时点争议,获得法院支持。',
      '协助资产管理公司完成一组不良债权的尽职调查与转让公告。',
    ],
    casesEn: [
      'Acted for the lead bank in financing a logistics park.',
      'Advised on the sale of a portfolio of distressed loans.',
    ],
    publications: ['最高额担保债权的确定', '保理合同中的应收账款核验义务', '让与担保裁判观点整理'],
  },
  insolvency: {
    label: '破产与重整',
    labelEn: 'insolvency and restructuring',
    team: '破产清算部',
    professions: ['self:insolvency', 'official:0304', 'self:disputes'],
    industries: ['房地产', '制造业', '商贸流通'],
    bodies: [
      '以管理人团队负责人或成员身份参与过制造、地产、商贸等行业企业的破产清算与重整,承担债权审查、财产调查、衍生诉讼和重整投资人招募等工作。重视信息公开与债权人沟通,每一案均建立书面工作台账与进度通报。',
      '同时从债权人与投资人角度参与破产程序,代理优先权确认、取回权、破产撤销权等衍生诉讼。对共益债务融资、建设工程价款与购房人权益的顺位问题有较多办案积累。',
    ],
    bodyEn:
      'The practice acts as administrator and for creditors and investors in liquidation and reorganisation: claims review, asset tracing, avoidance actions and investor recruitment, with regular written reports to creditors.',
    slogans: ['困境里更需要清楚的账目', '让程序公开,让分歧有处安放'],
    cases: [
      '参与某家电配件企业重整,完成百余名职工债权核查与安置方案。',
      '代理投资人参与一宗在建商业项目的重整投资与续建安排。',
      '代理债权人就对赌回购款申报债权,并提起债权确认诉讼。',
      '办理多起无产可破案件的简易程序,协助法院建立快速审理文本。',
    ],
    casesEn: ['Member of the administrator team in the reorganisation of an appliance-parts maker.'],
    publications: ['共益债务融资的顺位设计', '预重整中的信息披露', '破产撤销权的构成与抗辩'],
  },
} as const satisfies Record<string, Practice>
