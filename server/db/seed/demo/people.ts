import type { PracticeKey } from './practice.ts'

export type OfficeKey = 'shanghai' | 'beijing' | 'shenzhen' | 'chengdu'

export type Person = {
  /** 1 to 60; also the end of the mobile number. */
  number: number
  key: string
  name: string
  nameEn?: string
  gender: 1 | 2
  office: OfficeKey
  postCode: string
  practice: PracticeKey | null
  /** Of the first licence, or of joining for those without one. */
  year: number
  personType: 1 | 2 | 3 | 4 | 5
  status: 0 | 1 | 2 | 3 | 4
}

type Row = [
  name: string,
  gender: '男' | '女',
  postCode: string,
  practice: PracticeKey | null,
  year: number,
  more?: { nameEn?: string; personType?: Person['personType']; status?: Person['status'] },
]

const shanghai: Row[] = [
  ['沈砚之', '男', 'Managing Director', 'disputes', 1998],
  ['顾清衡', '女', 'Managing Partner', 'capital', 2001, { nameEn: 'Grace Gu' }],
  ['欧阳明玥', '女', 'Senior Partner', 'crossBorder', 2003, { nameEn: 'Margaret Ouyang' }],
  ['单志远', '男', 'Senior Partner', 'mergers', 2004],
  ['陆景行', '男', 'Equity Partner', 'equity', 2006, { nameEn: 'Jason Lu' }],
  ['曾国栋', '男', 'Partner', 'construction', 2007],
  ['仇静姝', '女', 'Partner', 'ip', 2008, { nameEn: 'Jane Qiu' }],
  ['徐嘉树', '男', 'Partner', 'banking', 2009, { nameEn: 'Peter Xu' }],
  ['钱若楠', '女', 'Partner', 'antitrust', 2010],
  ['周牧野', '男', 'Partner', 'criminal', 2009],
  ['潘雨桐', '女', 'Counsel', 'labour', 2011],
  ['俞伯川', '男', 'Counsel', 'insolvency', 2010],
  ['汤以宁', '女', 'Senior Associate', 'data', 2014],
  ['倪书航', '男', 'Senior Associate', 'capital', 2015],
  ['华天宇', '男', 'Senior Associate', 'shipping', 2014, { nameEn: 'Tony Hua' }],
  ['任可欣', '女', 'Associate', 'family', 2017],
  ['朱逸飞', '男', 'Associate', 'disputes', 2018],
  ['吕知微', '女', 'Associate', 'tax', 2017],
  ['方勉', '男', 'Associate', 'energy', 2019, { status: 4 }],
  ['蒋佳宁', '女', 'Associate', 'mergers', 2020],
  ['罗一诺', '女', 'Associate', 'banking', 2021, { status: 3 }],
  ['施然', '男', 'Trainee Lawyer', 'disputes', 2025, { personType: 2 }],
  ['郝思语', '女', 'Trainee Lawyer', 'capital', 2026, { personType: 2, status: 0 }],
  ['邵文博', '男', 'Paralegal', 'ip', 2024, { personType: 3 }],
  ['金晓雯', '女', 'Staff', null, 2016, { personType: 4 }],
  ['裴仲安', '男', 'Of Counsel', 'tax', 2012, { personType: 5 }],
]

const beijing: Row[] = [
  ['解晓东', '男', 'Executive Director', 'administrative', 2002],
  ['韩瑾瑜', '女', 'Equity Partner', 'health', 2007],
  ['查良骥', '男', 'Partner', 'ip', 2009],
  ['尉迟敏', '女', 'Partner', 'crossBorder', 2010, { nameEn: 'Michelle Yuchi' }],
  ['朴善英', '女', 'Counsel', 'crossBorder', 2012, { nameEn: 'Sunyoung Park' }],
  ['郭子昂', '男', 'Senior Associate', 'antitrust', 2015],
  ['冯禹衡', '男', 'Associate', 'criminal', 2018, { status: 4 }],
  ['马依然', '女', 'Associate', 'data', 2019],
  ['宋砺', '男', 'Associate', 'sports', 2017],
  ['任重', '男', 'Associate', 'labour', 2020, { status: 3 }],
  ['艾力亚尔·买买提江', '男', 'Associate', 'criminal', 2019, { nameEn: 'Aliyar Mamatjan' }],
  ['盖思远', '男', 'Associate', 'capital', 2021],
  ['田雨禾', '女', 'Trainee Lawyer', 'administrative', 2025, { personType: 2 }],
  ['白露', '女', 'Paralegal', 'health', 2026, { personType: 3, status: 0 }],
]

const shenzhen: Row[] = [
  ['区伟明', '男', 'Senior Partner', 'equity', 2005, { nameEn: 'Raymond Ou' }],
  ['梁咏诗', '女', 'Partner', 'capital', 2008, { nameEn: 'Wincy Liang' }],
  ['何家乐', '男', 'Partner', 'data', 2011, { nameEn: 'Kelvin He' }],
  ['黎子健', '男', 'Counsel', 'ip', 2012],
  ['司徒婉儿', '女', 'Senior Associate', 'shipping', 2014],
  ['邓振邦', '男', 'Associate', 'construction', 2017, { status: 4 }],
  ['麦思敏', '女', 'Associate', 'labour', 2018],
  ['谢东霖', '男', 'Associate', 'disputes', 2020, { status: 0 }],
  ['张伟', '男', 'Associate', 'banking', 2019],
  ['林佩珊', '女', 'Paralegal', 'equity', 2023, { personType: 3 }],
  ['欧阳倩', '女', 'Trainee Lawyer', 'capital', 2026, { personType: 2, status: 2 }],
]

const chengdu: Row[] = [
  ['蒲云舒', '女', 'Senior Partner', 'construction', 2004],
  ['唐越泽', '男', 'Partner', 'energy', 2009],
  ['雷若彤', '女', 'Partner', 'family', 2010],
  ['苏格', '男', 'Counsel', 'disputes', 2012],
  ['扎西旺堆', '男', 'Associate', 'administrative', 2018, { nameEn: 'Tashi Wangdu' }],
  [
    '阿卜杜热合曼江·阿不都克热木·艾合买提江',
    '男',
    'Associate',
    'construction',
    2020,
    { nameEn: 'Abdurahmanjan Abdukerim Ahmatjan' },
  ],
  ['张伟', '女', 'Associate', 'labour', 2019],
  ['文思齐', '女', 'Associate', 'insolvency', 2021, { status: 0 }],
  ['龚野', '男', 'Paralegal', 'energy', 2025, { personType: 3, status: 2 }],
]

const toPeople = (office: OfficeKey, rows: Row[], first: number): Person[] =>
  rows.map(([name, gender, postCode, practice, year, more = {}], index) => ({
    number: first + index,
    key: `p${String(first + index).padStart(2, '0')}`,
    name,
    gender: gender === '男' ? 1 : 2,
    office,
    postCode,
    practice,
    year,
    personType: 1,
    status: 1,
    ...more,
  }))

/** The 60 people of the demo firm, in the order of their mobile numbers. All of them are made up. */
export const people: readonly Person[] = [
  ...toPeople('shanghai', shanghai, 1),
  ...toPeople('beijing', beijing, 27),
  ...toPeople('shenzhen', shenzhen, 41),
  ...toPeople('chengdu', chengdu, 52),
]

export const personOf = (number: number): Person => {
  const person = people[number - 1]
  if (!person) throw new Error(`no person ${number}`)
  return person
}
