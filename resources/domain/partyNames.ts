// The names of a case's parties, found in its text in the forms in which people write them.

/** Legal forms at the end of a name; the longest first. */
const legalForms = [
  '股份有限公司',
  '有限责任公司',
  '集团有限公司',
  '控股有限公司',
  '有限合伙',
  '有限公司',
  '合伙企业',
  '集团公司',
  '总公司',
  '分公司',
  '公司',
  '集团',
  'companylimited',
  'corporation',
  'incorporated',
  'limited',
  'coltd',
  'corp',
  'ltd',
  'inc',
  'llc',
  'gmbh',
]

/** What a company does, which its short name leaves out. */
const trades =
  /(?:网络科技|信息技术|信息科技|生物科技|科技|技术|网络|信息|软件|电子|实业|贸易|商贸|投资|控股|置业|房地产开发|房地产|地产|建设工程|建设|建筑|工程|制造|食品|医药|物流|文化传媒|传媒|咨询|服务|管理|发展|集团|股份)$/u

/** A place at the beginning of a name, with or without 省 or 市, and a district of a city behind it. */
const places =
  /^(?:(?:北京|天津|上海|重庆|河北|山西|辽宁|吉林|黑龙江|江苏|浙江|安徽|福建|江西|山东|河南|湖北|湖南|广东|海南|四川|贵州|云南|陕西|甘肃|青海|内蒙古|广西|西藏|宁夏|新疆|香港|澳门|台湾|中国)(?:省|市|自治区|壮族自治区|回族自治区|维吾尔自治区)?)?(?:(?:深圳|广州|杭州|南京|苏州|无锡|宁波|成都|武汉|西安|长沙|郑州|青岛|济南|厦门|福州|合肥|南昌|昆明|大连|沈阳|长春|哈尔滨|石家庄|太原|珠海|佛山|东莞|三亚|海口)市?|[一-鿿]{2,3}市)?(?:[一-鿿]{2,3}[区县])?/u

const bracketed = /[(（[【][^()（）[\]【】]*[)）\]】]/gu

/** Characters that two ways of writing one name may differ in. */
const isIgnored = (char: string) => !/[\p{L}\p{N}]/u.test(char)

/** A text without spaces, brackets and other signs, in lower case and half width, with the place of each character. */
const plainForm = (text: string) => {
  const chars: string[] = []
  const starts: number[] = []
  const ends: number[] = []
  let at = 0
  for (const char of text) {
    for (const part of char.normalize('NFKC').toLowerCase())
      if (!isIgnored(part)) {
        chars.push(...part.split(''))
        for (let unit = 0; unit < part.length; unit++) {
          starts.push(at)
          ends.push(at + char.length)
        }
      }
    at += char.length
  }
  return { text: chars.join(''), starts, ends }
}

const withoutLegalForm = (name: string) => {
  const form = legalForms.find(it => name.endsWith(it) && name.length > it.length)
  return form ? name.slice(0, -form.length) : name
}

/** The shortest name that is searched by itself: two characters, such as 长城, are a word too often. */
const shortest = 3

/**
 * The forms in which a name is searched: whole, without what brackets enclose, without its legal form, its place and its trade.
 * A short name of two characters counts only together with 公司 or 集团.
 */
const formsOfParty = (name: string): string[] => {
  const wholes = [plainForm(name).text, plainForm(name.replace(bracketed, '')).text]
  const forms = wholes.flatMap(whole => {
    const named = withoutLegalForm(whole)
    // The name of a person, or of a body without a legal form, is not shortened.
    if (named === whole) return whole
    const local = named.replace(places, '')
    const brand = local.replace(trades, '')
    // 北京科技 says nothing but a place and a trade.
    if (brand === '') return [whole, `${named}公司`, `${named}集团`]
    return [
      whole,
      whole.replace(places, ''),
      ...[named, local, brand].flatMap(short =>
        short.length >= shortest ? [short] : [`${short}公司`, `${short}集团`],
      ),
    ]
  })
  return [...new Set(forms)].filter(it => it.length >= 2).toSorted((a, b) => b.length - a.length)
}

const isLatin = (char: string | undefined) => char !== undefined && /[a-z0-9]/i.test(char.normalize('NFKC'))

/** Whether a name in letters or digits is a part of a longer word, as “Acme” is of “Acmeology”. */
const isWithinWord = (text: string, start: number, end: number) =>
  (isLatin(text[start]) && isLatin(text[start - 1])) || (isLatin(text[end - 1]) && isLatin(text[end]))

type Place = { text: string; start: number }

/** Where a text names one of the parties, as it is written there; `start` is an offset in UTF-16 units. */
export const partiesIn = (text: string, parties: readonly string[]): Place[] => {
  const plain = plainForm(text)
  const found: Place[] = []
  for (const form of parties.flatMap(formsOfParty).toSorted((a, b) => b.length - a.length))
    for (let at = plain.text.indexOf(form); at >= 0; at = plain.text.indexOf(form, at + form.length)) {
      const end = at + form.length
      const [start, last] = [plain.starts[at]!, plain.ends[end - 1]!]
      const isTaken = found.some(it => start < it.start + it.text.length && it.start < last)
      if (!isTaken && !isWithinWord(text, start, last)) found.push({ text: text.slice(start, last), start })
    }
  return found.toSorted((a, b) => a.start - b.start)
}
