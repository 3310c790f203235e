import { describe, expect, test } from 'vitest'

import { findingsIn } from '../../resources/domain/compliance.ts'
import { partiesIn } from '../../resources/domain/partyNames.ts'

const company = '北京华宇星辰科技有限公司'
const foreign = '腾讯科技（深圳）有限公司'

describe('the name of a party is found', () => {
  test.each([
    [company, '北京华宇星辰科技有限公司拖欠货款', '北京华宇星辰科技有限公司'],
    [company, '原告北京 华宇 星辰科技 有限公司诉称', '北京 华宇 星辰科技 有限公司'],
    [company, '华宇星辰科技有限公司', '华宇星辰科技有限公司'],
    [company, '下称“华宇星辰科技”', '华宇星辰科技'],
    [company, '华宇星辰提起反诉', '华宇星辰'],
    [company, '华宇星辰公司提起反诉', '华宇星辰'],
    ['北京市海淀区华宇星辰科技有限公司', '华宇星辰认为', '华宇星辰'],
    [foreign, '腾讯科技(深圳)有限公司', '腾讯科技(深圳)有限公司'],
    [foreign, '腾讯科技有限公司主张', '腾讯科技有限公司'],
    [foreign, '腾讯公司主张', '腾讯公司'],
    ['广东省远洋航运集团股份有限公司', '远洋航运集团与货主', '远洋航运集团'],
    ['长城贸易有限公司', '长城公司未交货', '长城公司'],
    ['Acme Trading Co., Ltd.', 'against ACME TRADING CO LTD in', 'ACME TRADING CO LTD'],
    ['Acme Trading Co., Ltd.', 'Acme Trading claimed', 'Acme Trading'],
    ['ＡＢＢ电气有限公司', 'ABB电气有限公司', 'ABB电气有限公司'],
    ['王小明', '王小明起诉', '王小明'],
    ['欧阳文华', '被告欧阳　文华', '欧阳　文华'],
    ['某某市第三人民医院', '某某市第三人民医院赔偿', '某某市第三人民医院'],
  ])('of %s in: %s', (party, text, words) => {
    const found = partiesIn(text, [party])
    expect(found.map(it => it.text)).toEqual([words])
    expect(text.startsWith(words, found[0]!.start)).toBe(true)
  })

  test.each([
    ['长城贸易有限公司', '游览长城之后'],
    ['北京科技有限公司', '在北京开庭，涉及科技企业'],
    [company, '星辰大海，华宇乐器'],
    [foreign, '通过微信联系'],
    ['Acme Trading Co., Ltd.', 'AcmeTradings and acme are words'],
    ['Inc', 'included in the income'],
    ['王小明', '王晓明起诉'],
    ['李一', '二一年李某'],
    ['中国建设有限公司', '中国建设法治社会'],
  ])('and no other words: %s, %s', (party, text) => {
    expect(partiesIn(text, [party])).toEqual([])
  })

  test('in each text, once for each place, also behind a rare character', () => {
    const found = findingsIn({ title: `𠮷 ${company}`, content: '<p>华宇<b>星辰</b>与华宇星辰</p>' }, 2026, {
      parties: [company],
    })
    expect(found.map(({ ruleId, field, text, start }) => [ruleId, field, text, start])).toEqual([
      ['R9', 'title', company, 3],
      ['R9', 'content', '华宇星辰', 0],
      ['R9', 'content', '华宇星辰', 5],
    ])
  })

  test('among many and long names without delay', () => {
    const parties = Array.from({ length: 10 }, (_, index) => `${'某'.repeat(50)}${index}有限公司`)
    expect(partiesIn('某'.repeat(100_000), parties)).toEqual([])
  })
})
