// The answers of a back-end written from the specification alone: its paths with plausible names.

type Row = Record<string, unknown>

const createdAt = '2026-03-08 09:30:00'
const picture = 'https://files.example.com/a.png'

const audit = { createTime: createdAt, updateTime: createdAt, createBy: '管理员' }
const page = (...records: Row[]) => ({ records, total: records.length, current: 1, size: 10, pages: 1 })
const several = (make: (id: number) => Row) => [1, 2, 3].map(make)

const office = (id: number) => ({
  id,
  name: `第${id}分所`,
  shortName: `${id}所`,
  provinceCode: '310000',
  cityCode: '310100',
  districtCode: '310115',
  address: '世纪大道100号',
  phone: '021-55550000',
  email: 'office@example.com',
  video: '',
  homeUrl: 'https://example.com',
  mpName: '名片',
  status: 1,
  sort: id,
  ...audit,
})
const admin = (id: number) => ({
  id,
  account: `admin${id}`,
  name: '赵主任',
  mobile: '13900000001',
  organizationId: 1,
  organizationName: '第1分所',
  officeLevel: 1,
  status: 1,
  ...audit,
})
const lawyer = (id: number) => ({
  id,
  name: `律师${id}`,
  mobile: `1380000000${id}`,
  organizationId: 1,
  organizationName: '第1分所',
  avatar: picture,
  gender: 1,
  status: 1,
  entryDate: '2020-01-01',
  ...audit,
})
const card = (id: number) => ({
  id,
  lawyerId: id,
  name: `律师${id}`,
  language: 'CN',
  avatar: picture,
  workPosition: { postName: '合伙人', postCode: 'Partner' },
  professional: [1, 2],
  mobile: `1380000000${id}`,
  email: 'a@example.com',
  licenseNo: '13101202010123456',
  introduction: '<p>简介</p>',
  auditStatus: 1,
  showStatus: 1,
  isTop: 0,
  weight: 0,
  organizationId: 1,
  ...audit,
})
const position = (id: number) => ({
  postId: id,
  postName: '合伙人',
  postCode: 'Partner',
  enabled: 1,
  sort: id,
  ...audit,
})
const profession = (id: number) => ({ id, name: `领域${id}`, nameEn: 'Field', isTop: 0, sort: id, ...audit })
const category = (id: number) => ({
  typeId: id,
  typeName: `分类${id}`,
  kind: id,
  sort: id,
  isTop: 0,
  ...audit,
})
const article = (id: number) => ({
  articleId: id,
  typeId: 1,
  typeName: '分类1',
  kind: 1,
  title: `文章${id}`,
  cover: picture,
  content: '<p>正文</p>',
  professional: '[1,2]',
  status: 1,
  isTop: 0,
  readNum: 12,
  publishTime: createdAt,
  ...audit,
})
const message = (id: number) => ({
  id,
  type: 1,
  title: '通知',
  content: '内容',
  status: 0,
  createTime: createdAt,
})
const log = (id: number) => ({
  id,
  module: 4,
  action: 'update',
  content: '修改了人员',
  operatorName: '赵主任',
  ip: '10.0.0.1',
  createTime: createdAt,
})
const place = (code: string, name: string, parentCode = '0') => ({ code, name, parentCode })
const provinces = [place('310000', '上海市'), place('110000', '北京市')]

const counted = { total: 3, all: 3, pending: 1, passed: 1, rejected: 1 }
export const token = 'foreign-token'
export const people = {
  admin: { id: 1, name: '赵主任', userType: 1, auth: ['admin', 'mainAdmin'], officeLevel: 1 },
  lawyer: { id: 2, name: '吴律师', userType: 2, auth: ['lawyer'] },
}

/** The answers by row of section 7 of the specification; a write that is not listed answers nothing. */
export const answers: Readonly<Record<string, unknown>> = {
  'GET /auth/code': { codeId: 'c1', image: 'data:image/png;base64,' },
  'POST /auth/getFirmId': { firmId: 1 },
  'GET /auth/ossSign': {
    host: 'https://files.example.com',
    key: 'a',
    policy: 'p',
    signature: 's',
    accessid: 'i',
  },
  'POST /cardSelf/getAdminInfo': admin(1),
  'GET /firmOrganization/pageList': page(...several(office)),
  'GET /firmOrganization/validList': several(office),
  'GET /firmOrganization/firmOrganizationInfo': office(1),
  'GET /firmOrganization/custom': several(id => ({ id, name: `第${id}分所`, sort: id })),
  'GET /firmAccessUser/pageList': page(...several(admin)),
  'GET /firmAccessUser/adminQueryByLawyer': several(admin),
  'GET /system/city/{parentId}': provinces,
  'GET /system/area': provinces,
  'GET /system/professional': several(profession),
  'GET /system/config': { smsSwitch: 1 },
  'GET /audit/queryAuditCode': { auditCode: 'abc' },
  'GET /area/provinceList': provinces,
  'GET /area/cityList': [place('310100', '市辖区', '310000')],
  'GET /area/districtList': [place('310115', '浦东新区', '310100')],
  'GET /area/areaById': place('310115', '浦东新区', '310100'),
  'GET /lawyerProfessional/list': several(profession),
  'GET /selfProfessional/list': several(profession),
  'GET /selfProfessional/wx/list': several(profession),
  'GET /lawyer/card/pageList': page(...several(card)),
  'GET /lawyer/card/cardInfo/{id}': card(1),
  'GET /lawyer/card/cardInfoByLawyer': { CN: card(1), EN: null },
  'GET /lawyer/card/cardNum': counted,
  'GET /lawyer/pageList': page(...several(lawyer)),
  'GET /lawyer/lawyerNum': counted,
  'GET /lawyer/lawyerInfo/{id}': lawyer(1),
  'GET /lawyer/checkMobile': true,
  'GET /firm/firmInfo/{id}': { firmId: 1, name: '桃源律师事务所' },
  'GET /firm/appconf': {
    assets: { imgs: { logo: picture } },
    adminFuncSwitch: { global: {} },
  },
  'GET /firm/mpconf': { index: { banners: [] } },
  'GET /articleType/getList': several(category),
  'GET /article/getList': page(...several(article)),
  'GET /article/getArticleNum': counted,
  'GET /article/{articleId}': article(1),
  'GET /article/getUserList/{lawyerId}': page(...several(article)),
  'GET /message': page(...several(message)),
  'GET /message/getUnReadStatistics': { total: 3 },
  'GET /message/{id}': message(1),
  'GET /log/getPageList': page(...several(log)),
  'GET /log/getAdminLogPageList': page(...several(log)),
  'GET /log/{id}': log(1),
  'GET /firmConf': { cardReview: 1 },
  'GET /firmConf/appConf': { appConf: '{}', appConfSet: '{}' },
  'GET /firmConf/qrcode': { qrcode: picture },
  'GET /firmConf/mpName': { mpName: '名片' },
  'GET /firmConf/loginRegSet': { register: 1 },
  'GET /firmConf/searchSet': { search: 1 },
  'GET /firmConf/sortSet': { sort: 1 },
  'GET /firmConf/cardReview': { cardReview: 1 },
  'GET /firmConf/shareCover': { cover: picture },
  'GET /firmConf/icpSet': { icpNo: '沪ICP备00000000号' },
  'GET /firm/post': several(position),
  'GET /firm/post/page': page(...several(position)),
  'GET /firm/post/{postId}': position(1),
}
