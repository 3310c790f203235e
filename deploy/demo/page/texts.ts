/** A text in Chinese and English; every other language reads English. */
export type TwoTexts = readonly [chinese: string, english: string]

export const texts = {
  bar: ['静态演示', 'Static demo'],
  about: [
    '这是静态演示：没有服务端，什么也不会保存或发送，刷新后恢复原样。人名、案例与数据均为虚构。',
    'This is a static demo: there is no server, nothing is saved or sent, and a reload restores everything. All names, cases and data are invented.',
  ],
  since: ['数据生成于', 'Data made on'],
  enterAs: ['以此身份进入：', 'Enter as:'],
  noWorker: [
    '这个浏览器或地址不支持 Service Worker，静态演示无法运行。请用 https:// 或 localhost 打开，并且不要使用无痕窗口。',
    'The static demo cannot run, because this browser or address has no service workers. Open it by https:// or on localhost, and in no private window.',
  ],
  notLoaded: [
    '页面加载失败，请检查网络后刷新。',
    'The page could not be loaded. Check the network and reload.',
  ],
  // Messages of answers, which sentences of the page contain, end without a full stop.
  unknownAccount: [
    '静态演示只有页面上方列出的账号，密码任意',
    'The static demo has only the accounts listed above, with any password',
  ],
  notDone: ['这是静态演示，不会执行、保存或发送', 'This is a static demo: nothing is done, saved or sent'],
  notRecorded: ['静态演示没有这里的内容', 'The static demo has nothing here'],
  notFiltered: ['静态演示不能按“%s”筛选', 'The static demo cannot filter by “%s”'],
  notPerformed: ['这是静态演示，不执行“%s”', 'This is a static demo and does not do “%s”'],
} as const satisfies Record<string, TwoTexts>

/** The text for a language such as `zh-CN`; the value of `%s` is in that language already. */
export const textFor = ([chinese, english]: TwoTexts, locale: string, value = ''): string =>
  (locale.startsWith('zh') ? chinese : english).replace('%s', () => value)
