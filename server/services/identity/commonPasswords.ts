// The most common passwords, from published lists of leaked ones. Digits and signs around a word, signs within it, and
// digits in place of letters are removed before the comparison, so that one entry covers many variations.
const words = `
password passwort passwd pass pwd contrasena motdepasse senha parola parole admin administrator administrador root
superuser sysadmin system manager operator guest user username test tester testing demo temp temporary default
changeme changeit change secret secretpass letmein welcome welcometo hello helloworld login logmein access private
qwerty qwertyuiop qwertyuio qwert qwertz qwertzuiop azerty azertyuiop asdf asdfg asdfgh asdfghj asdfghjk asdfghjkl
zxcv zxcvb zxcvbn zxcvbnm qazwsx qazwsxedc qazwsxedcrfv wsxedc qweasd qweasdzxc qweqwe qwe asdasd asd zxczxc zaq
qaz wsx edc poiuytrewq lkjhgfdsa mnbvcxz abc abcd abcde abcdef abcdefg abcdefgh abcdefghi abcdefghij abcabc aaa aaaa
iloveyou iloveu loveyou loveme lovely love loveyouforever sunshine princess superman batman spiderman dragon monkey
shadow master michael jordan football baseball basketball soccer hockey starwars pokemon computer internet samsung
google facebook whatever trustno freedom ninja mustang charlie jennifer hunter killer pepper ginger summer winter
spring autumn flower cheese cookie chocolate banana orange apple silver golden diamond purple yellow liverpool
chelsea arsenal barcelona juventus manchester jessica ashley nicole daniel andrew joshua matthew robert thomas
anthony william george michelle amanda melissa samantha elizabeth patrick maggie buster harley ranger tigger
thunder matrix hannah merlin corvette bigdog cowboy camaro falcon phoenix yankees lakers eagles dolphins raiders
jesus jesuschrist blessed heaven angel angels family mother father brother sister forever friends friend happy
happiness lucky money dollar million business company office secure security server network database mysql oracle
postgres postgresql microsoft windows linux ubuntu android iphone ipad macbook lenovo huawei xiaomi oppo vivo
woaini woaini1314 woaiwojia woaiziji woainima woaizuguo woaibaobei nihao nihaoma nishishui nicai aini ainiyiwannian
woxihuanni xihuan zhongguo china zhonghua beijing shanghai guangzhou shenzhen nanjing hangzhou chengdu chongqing
tianjin wuhan xian suzhou qingdao dalian mima mimashi wodemima mimamima denglu yonghu guanliyuan ceshi ceshizhanghao
wangyi taobao alibaba alipay zhifubao weixin wechat tencent baidu qqqq caonima fuck fuckyou fuckoff asshole bitch
wang zhang liu chen yang huang zhao zhou zhangwei wangwei wangfang liwei lina zhangmin lijing wangjing zhangjing
laopo laogong baobei baobao baobeier xiaobao mama baba mamababa babamama jiating jiankang pingan kuaile xingfu facai
gongxifacai yilu yiwannian yishengyishi meiyou buzhidao wobuzhidao tiantian xiaoxiao lulu feifei long longlong
lawyer lawyers lawfirm attorney lvshi lvsuo lvshisuo lushi lusuo falv mingpian houtai tenantadmin tenant card cards
businesscard correcthorsebatterystaple thequickbrownfox supersecret mypassword thepassword newpassword oldpassword
yourpassword userpassword adminadmin rootroot testtest passpass passwordpassword adminpassword rootpassword
qwertyqwerty loveloveloveyou administratoradministrator welcomewelcome letmeinnow openup opensesame sesame
密码 我的密码 我爱你 你好 律师 律所 律师事务所 名片 后台 管理员 中国 北京 上海 测试
`
  .trim()
  .split(/\s+/)

// Rows of keys, the alphabet and the digits; both directions and wrapping around are checked.
const rows = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
]
const sequences = rows.flatMap(row => [row + row, [...(row + row)].toReversed().join('')])

const common = new Set(words)

const lookalikes: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
}

const withoutAffixes = (text: string) => /\p{L}(?:.*\p{L})?/su.exec(text)?.[0] ?? ''
/** Signs between letters make no password rarer: `pass-word`, `qwer.tyui`. */
const withoutSigns = (text: string) => text.replaceAll(/[^\p{L}\p{N}]/gu, '')
const withoutLookalikes = (text: string) => [...text].map(char => lookalikes[char] ?? char).join('')

const isRepeated = (text: string) => /^(.{1,4}?)\1+.{0,3}$/u.test(text)

/**
 * Whether the text consists of at most two runs along these sequences, each too long to be an accident:
 * 1234567890, qwerty123456, abcd123456.
 */
const isSequence = (text: string) => {
  const longestRun = (from: string) => {
    let length = 0
    while (length < from.length && sequences.some(it => it.includes(from.slice(0, length + 1)))) length++
    return length
  }
  const first = longestRun(text)
  const rest = text.slice(first)
  return rest.length <= 1 || (first >= 3 && longestRun(rest) >= rest.length - 1)
}

/**
 * Whether a password is among those that attackers try first; `own` are the person's and the firm's names.
 */
export const isCommonPassword = (password: string, personalWords: readonly string[] = []) => {
  const text = password.toLowerCase()
  const variants = [text, withoutLookalikes(text), withoutLookalikes(withoutAffixes(text))]
  const bases = variants.flatMap(it => [it, withoutSigns(it)].flatMap(base => [base, withoutAffixes(base)]))
  const words = new Set(personalWords.map(it => it.toLowerCase().replaceAll(/\s/g, '')))
  return (
    [text, withoutSigns(text)].some(it => isRepeated(it) || isSequence(it)) ||
    bases.some(it => common.has(it) || words.has(it))
  )
}
