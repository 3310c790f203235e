import type { OfficeInput } from '../fixtureSchema.ts'
import type { OfficeKey } from './people.ts'

// Streets, towers and numbers are made up; the districts are real, so that areas and maps work.

const main = {
  key: 'shanghai',
  isMain: 1,
  name: '砚衡律师事务所',
  nameEn: 'Yanheng Law Offices',
  shortName: '砚衡',
  creditCode: '31310000MD0X000001',
  principal: '沈砚之',
  foundedOn: '2009-06-18',
  districtCode: '310115',
  address: '云衡路188号澄明中心26至28层',
  addressEn: '26-28/F, Chengming Centre, 188 Yunheng Road, Pudong New Area, Shanghai',
  longitude: 121.5269,
  latitude: 31.2285,
  phone: ['021-55550100', '021-55550188'],
  fax: '021-55550199',
  email: 'shanghai@yanheng.example',
  postcode: '200120',
  workHours: '周一至周五 9:00–18:00',
  transport: '地铁2号线至云衡路站,3号口出站步行约5分钟;地下车库入口位于澄明中心东侧。',
  cover: 'picture:cover-shanghai',
  intro: [
    '<p>砚衡律师事务所2009年成立于上海,名称取自“砚以养心,衡以持平”。成立以来以商事业务为主,逐步形成公司并购、资本市场、金融、争议解决与合规五个业务方向。</p>',
    '<p>上海总所现有律师及工作人员二十余名,承担全所的知识管理、质量控制与青年律师培养工作。每个项目由一名合伙人负责到底,重要文书须经非承办合伙人复核。</p>',
    '<p>我们相信,好的法律服务首先是把事实弄清楚,其次是把道理说明白。</p>',
  ].join(''),
  introEn:
    '<p>Yanheng Law Offices was founded in Shanghai in 2009. Its name joins the inkstone (yan), which takes patience, with the balance (heng), which keeps level. The firm works in corporate transactions, capital markets, finance, dispute resolution and compliance, with offices in Shanghai, Beijing, Shenzhen and Chengdu.</p>',
  homeUrl: 'https://www.yanheng.example',
  mpName: '砚衡律所名片',
  weight: 100,
} as const satisfies OfficeInput

const beijing = {
  key: 'beijing',
  name: '砚衡(北京)律师事务所',
  nameEn: 'Yanheng Law Offices (Beijing)',
  shortName: '砚衡北京',
  creditCode: '31110000MD0X000002',
  principal: '解晓东',
  foundedOn: '2014-03-10',
  districtCode: '110105',
  address: '和砚大街6号院砚园大厦A座15层',
  addressEn: '15/F, Tower A, Yanyuan Plaza, 6 Heyan Street, Chaoyang District, Beijing',
  longitude: 116.4612,
  latitude: 39.9143,
  phone: ['010-55550200'],
  fax: '010-55550299',
  email: 'beijing@yanheng.example',
  postcode: '100020',
  workHours: '周一至周五 9:00–18:00',
  transport: '地铁10号线至和砚桥站,B口出站向北约300米。',
  cover: 'picture:cover-beijing',
  intro:
    '<p>北京办公室设立于2014年,业务以行政法与政府法律顾问、知识产权、医疗健康和跨境投资为主,常年代理在京审理的商事案件与仲裁案件。</p><p>办公室与上海总所共用案件质量标准,并承担全所的立法动态跟踪工作。</p>',
  introEn:
    '<p>The Beijing office opened in 2014 and focuses on administrative law, intellectual property, healthcare and cross-border investment.</p>',
  weight: 80,
} as const satisfies OfficeInput

const shenzhen = {
  key: 'shenzhen',
  name: '砚衡(深圳)律师事务所',
  nameEn: 'Yanheng Law Offices (Shenzhen)',
  shortName: '砚衡深圳',
  creditCode: '31440000MD0X000003',
  principal: '区伟明',
  foundedOn: '2017-09-01',
  districtCode: '440304',
  address: '明衡三路2020号南澜大厦36层',
  addressEn: '36/F, Nanlan Tower, 2020 Mingheng 3rd Road, Futian District, Shenzhen',
  longitude: 114.0595,
  latitude: 22.5386,
  phone: ['0755-55550300'],
  email: 'shenzhen@yanheng.example',
  postcode: '518048',
  workHours: '周一至周五 9:30–18:30',
  transport: '地铁1号线至明衡路站,D口出站即到。',
  cover: 'picture:cover-shenzhen',
  intro:
    '<p>深圳办公室设立于2017年,服务科技企业与投资机构,业务涵盖私募股权、境内外上市、数据合规与知识产权,可提供普通话、粤语与英语服务。</p>',
  introEn:
    '<p>The Shenzhen office opened in 2017 and serves technology companies and investors on fund investments, listings, data protection and intellectual property, in Mandarin, Cantonese and English.</p>',
  weight: 60,
} as const satisfies OfficeInput

const chengdu = {
  key: 'chengdu',
  name: '砚衡(成都)律师事务所',
  nameEn: 'Yanheng Law Offices (Chengdu)',
  shortName: '砚衡成都',
  creditCode: '31510000MD0X000004',
  principal: '蒲云舒',
  foundedOn: '2020-05-20',
  districtCode: '510107',
  address: '锦衡大道999号银砚中心2座19层',
  addressEn: '19/F, Tower 2, Yinyan Centre, 999 Jinheng Avenue, Wuhou District, Chengdu',
  longitude: 104.0668,
  latitude: 30.5962,
  phone: ['028-55550400', '400-555-0400'],
  email: 'chengdu@yanheng.example',
  postcode: '610041',
  workHours: '周一至周五 9:00–18:00,午休12:00–13:30',
  transport: '地铁1号线至锦衡广场站,C口出站步行约8分钟。',
  cover: 'picture:cover-chengdu',
  intro:
    '<p>成都办公室设立于2020年,以建设工程、能源与环境、争议解决和家事业务为主,服务范围覆盖西南地区,并为民族地区的基层组织提供双语普法服务。</p>',
  weight: 40,
} as const satisfies OfficeInput

export const offices: readonly OfficeInput[] = [main, beijing, shenzhen, chengdu]

/** What cards and careers say about an office. */
export const officeFacts: Record<
  OfficeKey,
  { city: string; cityEn: string; licence: string; phone: string; opened: number }
> = {
  shanghai: { city: '上海', cityEn: 'Shanghai', licence: '3101', phone: '021-5555', opened: 2009 },
  beijing: { city: '北京', cityEn: 'Beijing', licence: '1101', phone: '010-5555', opened: 2014 },
  shenzhen: { city: '深圳', cityEn: 'Shenzhen', licence: '4403', phone: '0755-5555', opened: 2017 },
  chengdu: { city: '成都', cityEn: 'Chengdu', licence: '5101', phone: '028-5555', opened: 2020 },
}
