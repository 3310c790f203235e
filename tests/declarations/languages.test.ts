import { globSync, readFileSync } from 'node:fs'

import { describe, expect, test, vi } from 'vitest'

import { languageOf } from '../../resources/locales/catalogue.ts'
import type { Texts } from '../../resources/locales/plural.ts'
import { chinese } from '../../resources/kit/translate.ts'
import { listLocales } from '../../resources/locales/names.ts'
import { parseDay, parseMonth, parseTimestamp, typedTime } from '../../src/fields/dates/typedDates.ts'
import { productTexts } from '../support/texts.ts'

const read = (name: string): Texts =>
  JSON.parse(readFileSync(`resources/locales/en/${name}.json`, 'utf8')) as Texts
const entrance = read('entrance')
const app = read('app')
const english = { ...entrance, ...app }
const texts = productTexts()
const keys = new Set(texts.map(it => it.key))

const blanksOf = (text: string) => [...new Set(text.match(/%\{\w+\}/g))].toSorted()

describe('every text of the product', () => {
  test('is translated by the component that shows it', () => {
    const plain = texts.filter(it => it.file.startsWith('src/') && !it.isTranslated)
    expect(plain.map(it => `${it.file}:${it.line} ${it.key}`)).toEqual([])
  })

  test('is in no style sheet', () => {
    const filesWithChinese = globSync('src/**/*.css').filter(file =>
      /content:[^;]*\p{Script=Han}/u.test(readFileSync(file, 'utf8')),
    )
    expect(filesWithChinese).toEqual([])
  })

  test('has an English translation', () => {
    expect([...keys].filter(it => !Object.hasOwn(english, it))).toEqual([])
  })

  test('is in the catalogue of the sign-in page if it is shown there', () => {
    const early = new Set(texts.filter(it => it.isAtEntrance).map(it => it.key))
    expect([...early].filter(it => !Object.hasOwn(entrance, it))).toEqual([])
  })

  test('of the server has no adjacent placeholders, except a number after a name', () => {
    const unclear = texts.filter(
      it => /^(?!src|resources\/locales)/.test(it.file) && /\}%\{(?!count\})/.test(it.key),
    )
    expect(unclear.map(it => `${it.file}:${it.line} ${it.key}`)).toEqual([])
  })

  test('has no translation if it is no longer used', () => {
    expect(Object.keys(english).filter(it => !keys.has(it) && !composed.includes(it))).toEqual([])
  })

  test('keeps its placeholders in the translation', () => {
    const wrong = Object.entries(english).filter(
      ([key, text]) =>
        !text.split('||||').every(form => blanksOf(form).every(it => blanksOf(key).includes(it))),
    )
    expect(wrong).toEqual([])
  })

  test('has no Chinese in its English translation, except template variables', () => {
    const untranslatedTexts = Object.values(english).filter(it =>
      /[\p{Script=Han}，。；：（）]/u.test(it.replaceAll(/\{(姓名|职位|律所|领域)\}/gu, '')),
    )
    expect(untranslatedTexts).toEqual([])
  })
})

/** Sentences composed in the database. */
const composed: readonly string[] = ['%{read}/%{sent} 已读']

describe('a sentence that was filled elsewhere', () => {
  const { phrase } = languageOf('en-US', {
    '%{label}最多%{max}个字': '%{label}: at most %{max} character |||| %{label}: at most %{max} characters',
    '请输入%{label}': 'Enter %{label}',
    '已选 %{count} 人': '%{count} person selected |||| %{count} people selected',
    姓名: 'Name',
    手机号: 'Mobile no.',
    '没有填写：%{labels}': 'Missing: %{labels}',
  })
  test.each([
    ['姓名最多20个字', 'Name: at most 20 characters'],
    ['姓名最多1个字', 'Name: at most 1 character'],
    ['请输入手机号', 'Enter mobile no.'],
    ['没有填写：姓名、手机号', 'Missing: Name, Mobile no.'],
    ['请输入张三', 'Enter 张三'],
    ['张三', undefined],
  ])('%s', (sentence, translated) => expect(phrase(sentence, {})).toBe(translated))

  test('plural forms follow the number', () => {
    expect(phrase('已选 %{count} 人', { count: 1 })).toBe('1 person selected')
    expect(phrase('已选 %{count} 人', { count: 5 })).toBe('5 people selected')
  })

  test('is searched in linear time', () => {
    const long = '最多'.repeat(50_000)
    expect(phrase(`${long}甲`, {})).toBeUndefined()
  })
})

describe('what the server writes in Chinese', () => {
  const { phrase } = languageOf('en-US', english)
  test.each([
    ['通过【张三】', 'Approved: 张三'],
    ['通过【张三】（同批共3项）', 'Approved: 张三 (batch of 3)'],
    ['撤销导入共12项', 'Import undone: 12 items'],
    ['新增【王律师】', 'Added: 王律师'],
    ['修改配置【小程序首页】', 'Settings changed: Mini-program home'],
    ['将【张三】的状态由“正常”改为“停用”', '张三: Status changed from "Active" to "Disabled"'],
    [
      '修改【张三】的姓名、手机号、邮箱、工号等6项',
      '张三: changed name, mobile number, email, staff no. and others (6 in all)',
    ],
    [
      '关闭【成都分所】，转出12人、9张名片、2名管理员、0篇内容',
      'Closed “成都分所” and moved out 12 people, 9 cards, 2 administrators and 0 articles',
    ],
    ['导出重要日志12条', 'Exported log: 12 records'],
    ['导出人员3条（状态：正常；搜索：张）', 'Exported people: 3 records (Status: Active; Search: 张)'],
    [
      '拒绝访问 修改密码（次数过多，一小时内不再逐次记录）',
      'Access denied: Change password (too many; not logged one by one for an hour)',
    ],
    ['账号 138****0001因多次失败被锁定', 'Account 138****0001: locked after repeated failures'],
    [
      '【张三】自主注册，凭免审码或无需审核直接通过',
      '张三: registered, approved at once by pass code or because no review is needed',
    ],
    ['在张三的个人主页隐藏【新规解读】', "Hidden on 张三's personal page: 新规解读"],
    [
      '发布公告【放假通知】给上海总所、北京分所、深圳分所等5家律所的40人',
      'Announced "放假通知" to people of 上海总所, 北京分所, 深圳分所 and others (offices: 5; people: 40)',
    ],
    [
      '删除【民商事】，3张名片、1篇内容改用【刑事】',
      'Deleted: 民商事; 3 cards, 1 content item moved to 刑事',
    ],
    ['张三提交了名片，请及时审核。', '张三 submitted the card for your review.'],
    [
      '张三提交了英文名片修改：头像、个人简介，请及时审核。',
      '张三 submitted changes to the English card for your review: Portrait, Profile.',
    ],
    ['张三提交了《新规解读》的修改，请及时审核。', '张三 submitted changes to "新规解读" for your review.'],
    ['《新规解读》已下架。', '"新规解读" was taken down.'],
    ['《新规解读》已下架。原因：内容过时', '"新规解读" was taken down. Reason: 内容过时'],
    [
      '审核时更正了：姓名、职位。更正后的内容已发布，请核对。',
      'Corrected on review: Name, Position. The corrected content has been published; please check it.',
    ],
    ['头像：请更换正式照片', 'Portrait: 请更换正式照片'],
    [
      '您的登录密码已修改（来自 10.0.0.8）。如果不是您本人操作，请立即联系管理员。',
      'Your password was changed (from 10.0.0.8). If it was not you, contact an administrator at once.',
    ],
    [
      '海事卡、张三已等待超过48小时，请尽快审核。',
      'Waiting for more than 48 hours: 海事卡, 张三. Review soon.',
    ],
    [
      '忽略【张三】的推广合规提示：个人简介（R1，高风险）',
      '张三: compliance notice ignored: Profile (R1, high risk)',
    ],
    ['12/20 已读', '12/20 read'],
    ['至少10个字', 'At least 10 characters'],
    ['最多1项', 'At most 1 item'],
    ['姓名至少2个字', 'Name: at least 2 characters'],
    ['与第3行的手机号重复', 'Mobile number: same as in row 3'],
    [
      '第1、2、3行有误，全部正确才会创建，本行没有创建',
      'Rows with errors: 1, 2, 3. Nothing is created until every row is right; this row was not created.',
    ],
    [
      '有3篇内容（其中1篇在回收站）使用该分类，请先选择替换的分类',
      'Category in use by 3 content items (1 in the bin). First choose a replacement.',
    ],
    ['还不能通过：请上传头像；请选择职位', 'Cannot be approved yet: Upload a portrait; Choose a position'],
    ['导航入口应为0、4、5、8、10项', 'Navigation links: the number of items must be one of 0, 4, 5, 8, 10'],
    ['注册申请未通过：执业证号有误', 'Registration not approved: 执业证号有误'],
    ['账号已锁定，请15分钟后再试', 'The account is locked. Try again in 15 minutes.'],
    ['请输入职位名称', 'Enter position'],
    ['请上传头像', 'Upload a portrait'],
  ])('%s', (sentence, translated) => expect(phrase(sentence, {})).toBe(translated))

  test.each([
    ['pieces of a list', '、', 40_000],
    ['sentences', '；', 40_000],
    ['pieces of a list, within what is looked at', '、', 400],
    ['sentences, within what is looked at', '；', 400],
    ['sentences in sentences', '：', 400],
    ['brackets', '（', 400],
    ['a word of many patterns', '的', 900],
  ])('%s cause at most a few hundred look-ups', (_, sign, count) => {
    const { phrase: fresh } = languageOf('en-US', english)
    const patterns = Object.keys(english).filter(it => it.includes('%{')).length
    const looked = vi.spyOn(String.prototype, 'startsWith')
    // All different, because equal ones would be looked up once.
    const longOf = (piece: string) => Array.from({ length: count }, (__, at) => piece + at).join(sign)
    for (const piece of ['甲', '甲的名片', '请输入', '：']) fresh(longOf(piece), {})
    const looks = looked.mock.calls.length
    looked.mockRestore()
    expect(looks).toBeLessThan(4 * 220 * patterns)
  })

  test('a text longer than any sentence is not translated and not cached', () => {
    expect(
      phrase(`审核时更正了：${'姓名、'.repeat(400)}职位。更正后的内容已发布，请核对。`, {}),
    ).toBeUndefined()
    expect(phrase(`审核时更正了：${'姓名、'.repeat(20)}职位。更正后的内容已发布，请核对。`, {})).toMatch(
      /^Corrected on review: Name, Name/,
    )
  })
})

describe('a text with a context', () => {
  const { phrase } = languageOf('en-US', {
    发布: 'Publish',
    '发布@event': 'Published',
    '%{action}【%{name}】': '%{action}: %{name}',
    '%{message}，请核对后重试': '%{message}; check and try again',
    '共 %{count} 人（%{title}）': '%{count} person (%{title}) |||| %{count} people (%{title})',
  })

  test('is translated by its context, otherwise by its usual meaning', () => {
    expect(phrase('发布@event', {})).toBe('Published')
    expect(phrase('发布@button', {})).toBe('Publish')
    expect(chinese.translate('发布@event')).toBe('发布')
  })

  test('translates the actions of the log, and no other word as an action', () => {
    expect(phrase('发布【张三】', {})).toBe('Published: 张三')
    expect(phrase('赠送【张三】', {})).toBeUndefined()
  })

  test('has no second full stop after an inserted sentence', () => {
    expect(phrase('%{message}，请核对后重试', { message: 'Wrong code.' })).toBe(
      'Wrong code; check and try again',
    )
  })

  test('uses the number for its plural form, not digits in a title', () => {
    expect(phrase('共 %{count} 人（%{title}）', { title: '2026', count: 1 })).toBe('1 person (2026)')
  })
})

describe('the forms of a plural', () => {
  const english = { '共 %{count} 条': '%{count} record |||| %{count} records' }
  test('follow the language of the text, not the chosen one', () => {
    for (const locale of ['ar-EG', 'ja-JP', 'ru-RU', 'de-DE'])
      expect(languageOf(locale, english).phrase('共 %{count} 条', { count: 60 })).toBe('60 records')
  })

  test.each([
    [
      'ru-RU',
      '%{count} запись |||| %{count} записи |||| %{count} записей',
      ['1 запись', '3 записи', '5 записей'],
    ],
    [
      'uk-UA',
      '%{count} запис |||| %{count} записи |||| %{count} записів',
      ['1 запис', '3 записи', '5 записів'],
    ],
    ['fr-FR', '%{count} fiche |||| %{count} fiches', ['1 fiche', '3 fiches', '5 fiches']],
    ['ja-JP', '%{count}件', ['1件', '3件', '5件']],
    [
      'cs-CZ',
      '%{count} záznam |||| %{count} záznamy |||| %{count} záznamů',
      ['1 záznam', '3 záznamy', '5 záznamů'],
    ],
  ])('%s has its own', (locale, text, forms) => {
    const { phrase } = languageOf(locale, english, { '共 %{count} 条': text })
    expect([1, 3, 5].map(count => phrase('共 %{count} 条', { count }))).toEqual(forms)
  })
})

test('a value that is inserted into a sentence is isolated where the language is written from right to left', () => {
  const texts = {
    '由 %{name} 于 %{when} 保存（%{count} 项）': 'Saved by %{name} on %{when} (%{count} items)',
  }
  const sentence = (locale: string) => {
    const { phrase, formats } = languageOf(locale, texts)
    const when = formats.day('2026-03-08')
    return {
      when,
      text: phrase('由 %{name} 于 %{when} 保存（%{count} 项）', { name: 'Ruonan Qian', when, count: 3 }),
    }
  }
  const { when, text } = sentence('ar-EG')
  expect(when).toMatch(/^\u2068.*\u2069$/)
  expect(text).toBe(`Saved by \u2068Ruonan Qian\u2069 on ${when} (3 items)`)
  expect(sentence('en-US').text).toBe('Saved by Ruonan Qian on Mar 8, 2026 (3 items)')
})

test('no English text begins with a space that belongs to the sentence before it', () => {
  const wrong = Object.entries(english).filter(([key, text]) => /^\s/.test(text) && !key.startsWith('（'))
  expect(wrong).toEqual([])
})

describe('dates, numbers and order', () => {
  const day = '2026-03-08'
  const formats = (locale: string) => languageOf(locale, {}).formats
  const plain = (text: string) => text.replaceAll(/[\u200e\u200f\u202f\u00a0]/g, ' ').trim()

  test('are formatted by language', () => {
    expect(formats('en-US').day(day)).toBe('Mar 8, 2026')
    expect(formats('de-DE').day(day)).toBe('08.03.2026')
    expect(formats('en-US').month('2026-03')).toBe('Mar 2026')
    expect(plain(formats('de-DE').firmMoment(new Date('2026-03-07T16:30:05Z')))).toBe('08.03.2026, 00:30:05')
    expect(formats('de-DE').number(12_345.5)).toBe('12.345,5')
    expect(
      languageOf('de-DE', { '共 %{total} 条': '%{total} records' }).phrase('共 %{total} 条', {
        total: 12_345,
      }),
    ).toBe('12.345 records')
  })

  test('use Latin digits and the Gregorian calendar in every language', () => {
    for (const { locale } of listLocales().filter(it => !it.locale.startsWith('zh'))) {
      const { day: dayOf, typedDay, month, number, firmMoment } = formats(locale)
      const all = [dayOf(day), typedDay(day), month('2026-03'), number(12_345), firmMoment(new Date(day))]
      for (const text of all) expect(text, locale).not.toMatch(/[\p{Nd}--[0-9]]/v)
      expect(
        [dayOf(day), typedDay(day), month('2026-03')].every(it => it.includes('2026')),
        locale,
      ).toBe(true)
    }
  })

  test('a text that is no day stays unchanged, and a year is not grouped', () => {
    expect(formats('en-US').day('2026-13-40')).toBe('2026-13-40')
    expect(formats('en-US').day('昨天')).toBe('昨天')
    expect(formats('en-US').number(2026)).toBe('2026')
  })

  test('a day can be typed as the language shows it, or as in Chinese', () => {
    for (const { locale } of listLocales()) {
      const formats = locale.startsWith('zh') ? chinese.formats : languageOf(locale, {}).formats
      const { typedDay, typedMonth } = formats
      for (const it of [day, '2026-12-31']) {
        expect(parseDay(typedDay(it), formats), `${locale} ${typedDay(it)}`).toBe(it)
        expect(parseDay(it, formats)).toBe(it)
      }
      expect(parseMonth(typedMonth('2026-03')), `${locale} ${typedMonth('2026-03')}`).toBe('2026-03')
      const sentAt = '2026-03-08T01:30:00.000Z'
      expect(
        parseTimestamp(typedTime(sentAt, formats), formats),
        `${locale} ${typedTime(sentAt, formats)}`,
      ).toBe(sentAt)
    }
    expect(parseDay('3/8/2026', formats('en-US'))).toBe(day)
    expect(parseDay('8.3.2026', formats('de-DE'))).toBe(day)
    expect(parseDay('8.3.2026', chinese.formats)).toBeNull()
  })

  test('Chinese names are sorted by pinyin, other words by language', () => {
    expect(['张', '阿', '李'].toSorted(formats('en-US').compare)).toEqual(['阿', '李', '张'])
    expect(['z', 'ä', 'a'].toSorted(formats('sv-SE').compare)).toEqual(['a', 'z', 'ä'])
    expect(['z', 'ä', 'a'].toSorted(formats('de-DE').compare)).toEqual(['a', 'ä', 'z'])
  })
})
