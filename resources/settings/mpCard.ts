import { group, integer, optional, select, text, toggle } from '../kit/index.ts'
import { cardPageFields } from '../domain/cardPage.ts'

const weight = (label: string) => integer(label, { min: 0, max: 100 })

const fields = {
  ...cardPageFields,
  officeTemplates: optional(
    toggle('分所名片模板', { hint: '开启后，律所可为本所名片另设样式，并收紧字段修改权限' }),
  ),
  phoneReveal: select('手机号显示方式', [
    [1, '直接显示'],
    [2, '点击显示'],
    [3, '登录后显示'],
  ]),
  langSwitch: toggle('中英切换'),
  watermark: toggle('水印'),
  disclaimer: optional(text('声明', { max: 200, isMultiline: true })),
  articleLimit: integer('文章显示数', { min: 0, max: 20 }),
  completenessWeights: group(
    '完整度权重',
    {
      avatar: weight('头像'),
      intro: weight('个人简介'),
      professions: weight('专业领域'),
      education: weight('教育背景'),
      work: weight('工作经历'),
      contact: weight('联系方式'),
      honours: weight('荣誉奖项'),
      languages: weight('工作语言'),
      cases: weight('代表案例'),
      english: weight('英文名片'),
    },
    { hint: '合计为100时，完整度即为百分比' },
  ),
}

/** 名片页 (docs/domain.md §6.2). */
export const mpCard = {
  fields,
  form: {
    样式: ['template', 'background', 'textColor', 'avatarStyle', 'headFields'],
    内容模块: ['blocks', 'articleLimit'],
    显示与声明: ['phoneReveal', 'langSwitch', 'watermark', 'disclaimer'],
    填写要求: ['requiredFields', 'policy', 'officeTemplates'],
    完整度: ['completenessWeights'],
  },
} as const
