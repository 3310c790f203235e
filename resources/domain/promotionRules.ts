import type { RuleId } from './ruleCatalogue.ts'

// Rules on what lawyers may say when they promote themselves (docs/domain.md §8): a pattern, and what to change.

type PromotionRule = {
  ruleId: RuleId
  pattern: RegExp
  advice: string
  /** The checked fields; by default all texts. */
  fields?: readonly string[]
}

/** Fields in which a person describes himself. A title in a career or an honour is a fact and is not checked. */
const selfDescriptionFields = ['titles', 'team', 'slogan', 'intro', 'title', 'summary', 'content']

export const promotionRules: readonly PromotionRule[] = [
  {
    ruleId: 'R1',
    pattern:
      /最(?:佳|好的|强|优秀|专业|权威|具实力|高级)|顶级|顶尖|国家级|世界级|独一无二|首屈一指|首席(?:律师|专家)|(?:全国|全省|全市|全球|世界|亚洲|国内|本市|本地|业内|业界|行业|排名)(?:第一|唯一|领先)|第一(?:品牌|人|律师)/gu,
    advice: '请删去绝对化用语，改写为可以核实的事实',
  },
  {
    ruleId: 'R7',
    pattern:
      /(?:权威|资深|著名|知名|顶尖)(?:专家|律师)|(?:法律|刑辩|诉讼|婚姻|知识产权|金融|税务|并购)专家/gu,
    advice: '请勿自称专家、著名或权威，可写执业年限、办理的业务和所获资格',
    fields: selfDescriptionFields,
  },
  {
    ruleId: 'R9',
    pattern: /(?<!\d)(?:\d{17}[\dXx]|1[3-9]\d{9})(?!\d)/gu,
    advice: '请删去当事人的证件号和电话，案例中不得出现可以识别当事人的信息',
    fields: ['cases', 'intro', 'content', 'summary', 'caseInfo'],
  },
  {
    ruleId: 'R10',
    pattern:
      /包(?:打)?赢|保赢|稳赢|必胜|百战百胜|零败诉|保证(?:胜诉|成功|无罪|取保)|不(?:成功|胜诉)不收费|胜诉率|(?:标的|赔偿|追回|挽回)(?:额|金额|损失)?(?:累计|共计|合计)?(?:高达|超过|逾|达)\d+/gu,
    advice: '请删去对结果的承诺、胜诉率和标的额',
  },
  {
    ruleId: 'R11',
    pattern: /(?:律协|律师协会)(?:副会长|会长|常务理事|理事|监事长|监事)/gu,
    advice: '律师协会职务仅限在协会履职时使用，请确认是否需要写在名片上',
  },
  {
    ruleId: 'R12',
    pattern:
      /内部(?:渠道|关系)|(?:法院|检察院|公安|法官|检察官)[^，。；！？\n]{0,6}(?:人脉|关系(?:密切|良好|深厚|户))|(?:打通|疏通)关系/gu,
    advice: '请删去与办案机关或其人员关系的表述',
  },
  {
    ruleId: 'R13',
    pattern: /(?<!法律援助)免费(?:咨询|代理|办案|法律服务)|打折|最低收费|低价代理|返佣|回扣/gu,
    advice: '请删去免费、打折、最低收费或返佣的表述，法律援助除外',
    fields: selfDescriptionFields,
  },
  {
    ruleId: 'R14',
    pattern:
      /(?:优于|胜过|远超)(?:其他|别的|同行|同类|一般)|比(?:其他|别的|同行)[^，。；！？\n]{0,8}(?:更|好|强)/gu,
    advice: '请勿与其他律师或律所比较',
    fields: selfDescriptionFields,
  },
  {
    ruleId: 'R15',
    pattern: /中国|中华|全国|国家/gu,
    advice: '团队名称和个人签名中请勿使用国家或全国性的名称',
    fields: ['team', 'slogan'],
  },
  {
    ruleId: 'R16',
    pattern:
      /\b(?:the best|number one|no\. ?1|guaranteed?|top[- ]ranked|leading expert|specialists?|experts?)\b/giu,
    advice: '英文内容同样不得使用绝对化用语、自称专家或承诺结果',
    fields: selfDescriptionFields,
  },
]
