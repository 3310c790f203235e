import { group, image, multiSelect, optional, rows, select, text, toggle } from '../kit/index.ts'
import { cardFieldNames } from './cardFieldNames.ts'
import { colour } from './colour.ts'

const headFields = [
  ['name', '姓名'],
  ['nameEn', '英文名'],
  ['position', '职位'],
  ['titles', '其他职务'],
  ['office', '律所'],
  ['team', '团队'],
  ['phone', '座机'],
  ['mobile', '手机'],
  ['email', '邮箱'],
  ['address', '地址'],
  ['licence', '执业证号'],
] as const

/** Blocks of a card below its head, each at most once, in the order shown. */
const cardBlocks = [
  ['intro', '个人简介'],
  ['professions', '专业领域'],
  ['education', '教育背景'],
  ['work', '工作经历'],
  ['social', '社会职务'],
  ['honours', '荣誉奖项'],
  ['publications', '著作论文'],
  ['cases', '代表案例'],
  ['clients', '服务客户'],
  ['articles', '文章'],
  ['video', '视频介绍'],
  ['office', '所在律所'],
  ['map', '地图'],
] as const

const block = {
  key: select('模块', cardBlocks),
  enabled: toggle('显示'),
  title: text('标题', { max: 20 }),
  titleEn: optional(text('英文标题', { max: 40 })),
  collapsed: toggle('默认收起'),
}

const levels = [
  [1, '免审'],
  [2, '需审'],
  [3, '锁定'],
] as const
const levelOf = (label: string) => select(label, levels)
/** Policy of each card field: 1 免审, 2 需审, 3 锁定. */
const policy = {
  name: levelOf('姓名'),
  avatar: levelOf('头像'),
  workPosition: levelOf('职位'),
  organizationId: levelOf('所属律所'),
  titles: levelOf('其他职务'),
  team: levelOf('团队'),
  licenseNumber: levelOf('执业证号'),
  mobile: levelOf('手机'),
  email: levelOf('邮箱'),
  professions: levelOf('专业领域'),
  slogan: levelOf('个人签名'),
  intro: levelOf('个人简介'),
  education: levelOf('教育背景'),
  work: levelOf('工作经历'),
  social: levelOf('社会职务'),
  honours: levelOf('荣誉奖项'),
  publications: levelOf('著作论文'),
  cases: levelOf('代表案例'),
  clients: levelOf('服务客户'),
}

/** The parts of 名片页 that an office may decide for its own cards (officeTemplate.ts). */
export const cardPageFields = {
  template: select('名片样式', [
    [1, '经典'],
    [2, '商务'],
    [3, '极简'],
  ]),
  background: optional(image('名片背景', { scene: 'asset', frame: { ratio: [5, 3], minWidth: 750 } })),
  textColor: optional(colour('文字颜色')),
  avatarStyle: optional(
    select('照片样式', [
      [1, '竖版'],
      [2, '方形'],
      [3, '圆形'],
    ]),
  ),
  headFields: multiSelect('名片头部字段', headFields, { isOrdered: true }),
  blocks: rows('内容模块', block, { max: 13, rowPerOptionOf: 'key' }),
  requiredFields: multiSelect('必填字段', cardFieldNames, { hint: '缺少这些内容的名片不能发布' }),
  policy: group('字段修改权限', policy, {
    hint: '律师修改时：“免审”立即生效，“需审”须提交审核，“锁定”不能修改',
  }),
}
