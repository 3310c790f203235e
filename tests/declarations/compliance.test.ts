import { describe, expect, test } from 'vitest'

import { findingsIn, type CompliancePerson } from '../../resources/domain/compliance.ts'

const idsIn = (values: object, person?: CompliancePerson) =>
  findingsIn({ ...values }, 2026, person).map(it => it.ruleId)

describe('the rules of promotion find', () => {
  test.each([
    ['R1', '全国第一的刑辩团队'],
    ['R1', '本市最专业的婚姻律师'],
    ['R1', '顶级商事律师'],
    ['R1', '业内唯一'],
    ['R1', '首席律师'],
    ['R7', '知识产权专家'],
    ['R7', '著名律师'],
    ['R9', '当事人电话13800000000'],
    ['R9', '身份证11010519491231002X'],
    ['R10', '包赢官司'],
    ['R10', '胜诉率100%'],
    ['R10', '保证胜诉'],
    ['R10', '不成功不收费'],
    ['R10', '为客户挽回损失超过3000万元'],
    ['R12', '与法院人脉深厚'],
    ['R12', '有内部渠道'],
    ['R13', '免费咨询'],
    ['R13', '代理费打折'],
    ['R14', '比其他律师更专业'],
    ['R16', 'The best lawyer in town, results guaranteed'],
  ])('%s: %s', (ruleId, intro) => {
    expect(idsIn({ intro: `<p>${intro}</p>` })).toContain(ruleId)
  })

  test.each([
    '在北京市第一中级人民法院代理二审',
    '曾任最高人民法院书记员',
    '第一，审查合同效力；第二，核对证据',
    '最近五年办理公司并购二十余件',
    '法律援助免费咨询日',
    '入选仲裁委员会专家委员会',
    '唯一股东对公司债务承担连带责任',
    '执业证号 11101201010123456',
    '最大限度维护委托人权益',
    'Master of Laws, expertise in cross-border mergers',
    '中国人民大学法学硕士',
    '律师收费办法明确的最低限度',
  ])('nothing in: %s', intro => {
    expect(idsIn({ intro })).toEqual([])
  })

  test('a finding has its position, advice and legal basis', () => {
    expect(findingsIn({ slogan: '诉讼，包赢' }, 2026)).toEqual([
      {
        ruleId: 'R10',
        severity: 'high',
        field: 'slogan',
        start: 3,
        end: 5,
        text: '包赢',
        advice: '请删去对结果的承诺、胜诉率和标的额',
        basis: '《律师业务推广行为规则（试行）》第十条第五项、第六项',
      },
    ])
  })

  test('texts in rows and lists are checked; state names only in the team and the signature', () => {
    expect(idsIn({ cases: [{ text: '本案包赢' }], titles: ['律协理事'], team: '中国并购团队' })).toEqual([
      'R10',
      'R11',
      'R15',
    ])
    expect(
      idsIn({ education: [{ school: '中国政法大学' }], social: [{ organisation: '中华全国律师协会' }] }),
    ).toEqual([])
  })

  test('findings are sorted by severity and limited in number', () => {
    const findings = findingsIn({ slogan: '中国', intro: '包赢'.repeat(10_000) }, 2026)
    expect(findings).toHaveLength(50)
    expect(findings[0]?.severity).toBe('high')
  })
})

describe('a card is compared with the facts about its owner', () => {
  const lawyer: CompliancePerson = {
    personType: 1,
    practiceType: 1,
    firstPractisedYear: 2020,
    isRegisteredPartner: 0,
    positionName: '律师',
    isPartnerPosition: 0,
    assessments: [{ year: 2025, result: 1 }],
  }
  test.each<[string, CompliancePerson, object]>([
    ['R2', { practiceType: 2 }, {}],
    ['R3', { assessments: [{ year: 2023, result: 1 }] }, {}],
    ['R3', { assessments: [{ year: 2025, result: 3 }] }, {}],
    ['R4', { positionName: '合伙人', isPartnerPosition: 1 }, {}],
    ['R5', { personType: 2 }, {}],
    ['R5', { personType: 3, positionName: '律师助理' }, { titles: ['诉讼部律师'] }],
    ['R6', {}, { intro: '拥有15年执业经验' }],
  ])('%s: %j %j', (ruleId, known, values) => {
    expect(idsIn(values, { ...lawyer, ...known })).toEqual([ruleId])
  })

  test.each<[CompliancePerson, object]>([
    [{}, {}],
    [{ practiceType: 2, positionName: '兼职律师' }, {}],
    [{ personType: 2, positionName: '实习律师' }, {}],
    [{ positionName: '合伙人', isPartnerPosition: 1, isRegisteredPartner: 1 }, {}],
    [{ assessments: [] }, {}],
    [{}, { intro: '6年执业经验' }],
    [{ assessments: null, firstPractisedYear: null }, { intro: '30年执业经验' }],
  ])('no finding if the facts agree or are unknown: %j %j', (known, values) => {
    expect(idsIn(values, { ...lawyer, ...known })).toEqual([])
  })
})
