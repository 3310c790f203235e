// Surnames whose reading differs from the usual one of their character, or whose character has several readings, and
// surnames of several characters.
//
// Sources: 现代汉语词典 (7th edition, readings marked 姓); the entries “surname” of CC-CEDICT; the lists of surnames of
// overtrue/pinyin, hotoo/pinyin (after 百家姓) and pinyin-pro 3.29. Each reading is in at least two of them, except 黑,
// which published lists of 姓氏异读 read hè. The entries of 郇, of rarer compound surnames (富察, 达奚, 叔孙), of
// variants such as 鮮於 and 闾邱, and of the readings within names have not been checked against these sources. Where
// families read one character differently (盖 Gě and Gài, 乐 Yuè and Lè, 覃 Qín and Tán), one reading stands here: the
// others are found by the search too, and the person’s own spelling wins.

/**
 * Readings of characters that a dictionary of words reads as a particle or an adverb, which no name contains (布什,
 * 阿布都), or does not know.
 */
const inNames = `
biang2 𰻞
di2 的
di4 地
du1 都
huan2 还還
ji2 𠮷
ji3 给給
liao3 了
ni2 呢
shi2 什
shuai4 率
yun4 贠
zeng1 曾
zhuo2 着
`

/**
 * Words that a dictionary of words reads otherwise, as given names or within them. 朝阳, 朝辉 and 茜 are left out, which
 * families read in both ways.
 */
const wordsOfNames = `
jin1 zhao1: 今朝
yi1 xing2: 一行
zhao1 hui1: 朝晖 朝暉
zhao1 lu4: 朝露
zhao1 ri4: 朝日
zhao1 xi1: 朝曦
zhao1 yu3: 朝雨
`

/** A syllable with its tone, and the surnames that are read so, in simplified and traditional characters. */
const singles = `
ai4 艾
bai3 柏
ben1 贲賁
bi4 秘
bo2 薄
bu3 卜
chao2 晁
che1 车車
chen2 谌諶
cheng2 晟乘
chong2 种重
chu3 褚
chuai4 啜
du1 都
fei4 费費
fou1 不
gan1 干
ge3 盖蓋葛
gou1 句勾
gu3 谷
guan4 冠观觀
gui4 炅
guo1 过過呙咼
ha3 哈
he2 和
he4 黑
hou2 侯
hua4 华華
huan2 还還
ji1 稽
ji2 𠮷
ji3 纪紀
jia1 家
jia3 贾賈
jiao4 教
juan4 隽雋
jue2 角
kan4 阚闞
kang4 亢
kui2 隗
lu4 六陆陸
miao4 缪繆
mou2 牟
na1 那
nai4 佴能
nian2 粘
nie4 乜
ning2 宁寧
ning4 甯
ou1 区區
pian2 便
piao2 朴
po2 繁
qian2 乾
qiang2 强強
qie4 郄
qin2 覃
qiu2 仇
qu1 曲
qu2 瞿
que1 阙闕
ren2 任
sa3 撒
shan4 单單
shao4 召
she2 折佘
shen1 莘
shen3 沈
sheng4 盛
shi2 石
su4 宿
tan2 澹
tang1 汤湯
tou3 钭鈄
wan4 万萬
wei4 尉蔚
xi1 郗
xian3 冼洗
xiang4 相
xiao1 肖
xie2 颉頡
xie4 解
xing1 兴興
xing2 行
xun2 郇
yan1 燕
yao1 么幺要
ye4 叶葉
yin1 殷
ying1 应應
yu1 於
yu2 俞余
yue4 乐樂
yun4 员員贠貟
zang1 臧
zeng1 曾
zha1 查
zhai2 翟
zhai4 祭
zhang3 仉
zi1 訾
`

/** The syllables of a compound surname, and its characters. */
const compounds = `
a1 shi3 na4: 阿史那
ai4 xin1 jue2 luo2: 爱新觉罗 愛新覺羅
an1 qi1: 安期
bai3 li3: 百里
bei3 gong1: 北宫 北宮
bo2 shang3: 伯赏 伯賞
chan2 yu2: 单于 單于 單於
chi4 gan1: 叱干
chun2 yu2: 淳于 淳於
da2 xi1: 达奚 達奚
di4 wu3: 第五
dong1 fang1: 东方 東方
dong1 guo1: 东郭 東郭
dong1 li3: 东里 東里
dong1 men2: 东门 東門
du2 gu1: 独孤 獨孤
duan1 mu4: 端木
duan4 gan1: 段干 段幹
er3 zhu1: 尔朱 爾朱
fu4 cha2: 富察
ge1 shu1: 哥舒
gong1 bo2: 公伯
gong1 hu4: 公户 公戶
gong1 liang2: 公良
gong1 shu1: 公叔 公输 公輸
gong1 sun1: 公孙 公孫
gong1 xi1: 公西
gong1 yang2: 公羊
gong1 ye3: 公冶
gong1 yi2: 公仪 公儀
gu3 liang2: 谷梁 穀梁 榖梁
gua1 er3 jia1: 瓜尔佳 瓜爾佳
guan4 qiu1: 毌丘
he4 ba2: 贺拔 賀拔
he4 lan2: 贺兰 賀蘭
he4 lian2: 赫连 赫連
he4 ruo4: 贺若 賀若
he4 she4 li3: 赫舍里
hou2 mo4 chen2: 侯莫陈 侯莫陳
hu1 yan2: 呼延
hu2 lv4: 斛律
hu2 si1: 斛斯
huang2 fu3: 皇甫
ji4 sun1: 季孙 季孫
jia2 gu3: 夹谷 夾谷
ku4 di2: 库狄 庫狄
liang2 qiu1: 梁丘
ling2 hu2: 令狐
lv2 qiu1: 闾丘 閭丘 闾邱 閭邱
meng4 sun1: 孟孙 孟孫
mo4 qi2: 万俟 萬俟
mu4 rong2: 慕容
na4 la1: 那拉
na4 lan2: 纳兰 納蘭
nan2 gong1: 南宫 南宮
nan2 guo1: 南郭
nan2 men2: 南门 南門
nan2 rong2: 南荣 南榮
niu3 hu4 lu4: 钮祜禄 鈕祜祿
ou1 yang2: 欧阳 歐陽
pu2 gu4: 仆固 僕固
pu2 yang2: 濮阳 濮陽
qi1 diao1: 漆雕 漆彫
qi2 guan1: 亓官
qu1 tu1: 屈突
rang3 si4: 壤驷 壤駟
shang4 guan1: 上官
shen1 tu2: 申屠
shu1 sun1: 叔孙 叔孫
si1 kong1: 司空
si1 kou4: 司寇
si1 ma3: 司马 司馬
si1 tu2: 司徒
tai4 shi3: 太史
tai4 shu1: 太叔
tan2 tai2: 澹台 澹臺
tong2 jia1: 佟佳
tu1 fa4: 秃发 禿髮
tuo4 ba2: 拓跋 拓拔
wan2 yan2: 完颜 完顏
wei1 sheng1: 微生
wen2 ren2: 闻人 聞人
wu1 ma3: 巫马 巫馬
xi1 guo1: 西郭
xi1 men2: 西门 西門
xia4 hou2: 夏侯
xian1 yu2: 鲜于 鮮于 鮮於
xiang4 li3: 相里
xuan1 yuan2: 轩辕 軒轅
yang2 she2: 羊舌
ye1 lv4: 耶律
ye4 he4 na4 la1: 叶赫那拉 葉赫那拉
yu3 wen2: 宇文
yu4 chi2: 尉迟 尉遲
yue4 zheng4: 乐正 樂正
zai3 fu3: 宰父
zhang3 sun1: 长孙 長孫
zhong1 li2: 钟离 鍾離 鐘離
zhong4 sun1: 仲孙 仲孫
zhu1 ge3: 诸葛 諸葛
zhu3 fu3: 主父
zhuan1 sun1: 颛孙 顓孫
zi3 ju1: 子车 子車
zong1 zheng4: 宗政
zuo3 qiu1: 左丘
`

const linesOf = (table: string) => table.trim().split('\n')

const readingsIn = (table: string) =>
  new Map(
    linesOf(table).flatMap(line => {
      const [reading = '', characters = ''] = line.split(' ')
      return Array.from(characters, character => [character, [reading]] as const)
    }),
  )

/** The readings of each surname of one character, one syllable each. */
export const surnameReadings: ReadonlyMap<string, readonly string[]> = readingsIn(singles)

/** The readings that these characters have within the name of a person. */
export const readingsInNames: ReadonlyMap<string, readonly string[]> = readingsIn(inNames)

const syllablesIn = (table: string) =>
  new Map(
    linesOf(table).flatMap(line => {
      const [syllables = '', words = ''] = line.split(': ')
      return words.split(' ').map(word => [word, syllables.split(' ')] as const)
    }),
  )

/** The syllables of each compound surname. */
export const compoundSurnames: ReadonlyMap<string, readonly string[]> = syllablesIn(compounds)

/** The syllables of words of two characters within names. */
export const wordsInNames: ReadonlyMap<string, readonly string[]> = syllablesIn(wordsOfNames)
