// Kept apart from the declarations, which are loaded with the first page.

/** Other words for options in the lists that firms keep: a pattern for each value, by the label of the field. */
const optionWords: Readonly<Record<string, Readonly<Record<number, RegExp>>>> = {
  人员类别: {
    1: /^(专职|兼职|执业|授薪|聘用|提成|主办|资深)(律师)?$|^副?主任律师$|^(高级|普通|权益|初级|创始|管理|执行|授薪|资深|名义)?合伙人(律师)?$/,
    2: /^实习(人员|生)?$|^申请(律师)?执业人员$/,
    3: /^(法律)?助理$|^律助$/,
    4: /^行政((管理|辅助)(人员)?)?$|^后勤(人员)?$/,
    5: /^(法律|高级|外聘)顾问$/,
  },
}

/** The pattern of the other words for an option; undefined if there are none. */
export const wordsForOption = (label: string, value: string | number): RegExp | undefined =>
  optionWords[label]?.[Number(value)]
