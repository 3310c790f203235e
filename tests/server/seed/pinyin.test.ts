import { expect, test } from 'vitest'

import { englishName, nameReader } from '../../../server/services/directory/pinyin.ts'

test.each([
  ['张三', 'zhangsan', 'zs'],
  ['单志远', 'shanzhiyuan', 'szy'],
  ['仇静', 'qiujing', 'qj'],
  ['解晓东', 'xiexiaodong', 'xxd'],
  ['曾国强', 'zengguoqiang', 'zgq'],
  ['区伟明', 'ouweiming', 'owm'],
  ['查良佑', 'zhaliangyou', 'zly'],
  ['盖宇', 'geyu', 'gy'],
  ['任重', 'renzhong', 'rz'],
  ['华天宇', 'huatianyu', 'hty'],
  ['朴正熙', 'piaozhengxi', 'pzx'],
  ['尉迟恭', 'yuchigong', 'ycg'],
  ['欧阳明月', 'ouyangmingyue', 'oymy'],
  ['吕绿', 'lvlv', 'll'],
])('%s reads %s', (name, full, initials) => {
  expect(nameReader.pinyin(name)).toEqual({ full, initials })
})

test.each([
  ['艾力·买买提', 'ailimaimaiti', 'almmt'],
  ['Alice Wang', 'alicewang', 'aw'],
  ['陈Peter', 'chenpeter', 'cp'],
  ['', '', ''],
])('%s keeps its Latin letters and loses its dot', (name, full, initials) => {
  expect(nameReader.pinyin(name)).toEqual({ full, initials })
})

test('a name of fifty characters fits its columns', () => {
  const { full, initials } = nameReader.pinyin('庄'.repeat(50))
  expect(full).toHaveLength(300)
  expect(initials).toHaveLength(50)
})

test.each([
  ['张伟', 'Wei Zhang'],
  ['欧阳明月', 'Mingyue Ouyang'],
  ['单志远', 'Zhiyuan Shan'],
  ['吕布', 'Bu Lyu'],
  ['公孙', 'Sun Gong'],
  ['艾力·买买提', 'Aili Maimaiti'],
  ['Alice Wang', 'Alice Wang'],
  ['乔治·布什', 'Qiaozhi Bushi'],
  ['阿不都·热合曼', 'Abudu Reheman'],
  ['王曾', 'Zeng Wang'],
  ['王𠮷', 'Ji Wang'],
  ['王𰻞', 'Biang Wang'],
  ['陈大文 Peter', 'Dawen Peter Chen'],
  ['Peter 陈', 'Peter Chen'],
  ['王朝晖', 'Zhaohui Wang'],
  ['王朝暉', 'Zhaohui Wang'],
  ['陈今朝', 'Jinzhao Chen'],
  ['李一行', 'Yixing Li'],
])('suggests the English name of %s', (name, english) => {
  expect(englishName(name)).toBe(english)
})
