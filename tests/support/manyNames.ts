import { compoundSurnames, surnameReadings } from '../../resources/domain/surnames.ts'

const given = Array.from('伟芳一乐行朝重曾长还都盖宝吕女绿略𠮷𰻞㐂龘')
const others = [
  'Alice Wang',
  'alice zhao',
  'Ångström',
  'Zoë',
  'O’Neil',
  'J. R. Smith',
  'Ａｎｎ',
  '陈 Peter',
  'Peter 陈',
  '王2号',
  '王10号',
  '3号律师',
  '10号律师',
  '阿卜杜拉·买买提',
  '阿不都·热合曼',
  '艾力·买买提',
  '迪丽热巴·迪力木拉提',
  '葛\u{E0100}城',
  '葛城',
  '金정은',
  'さくら',
  '山田さくら',
]

/**
 * Names of more than 1,000 people: each surname that is read in its own way, compound ones, rare characters, Latin letters,
 * digits and mixtures. All differ in how they are sorted.
 */
export const manyNames: readonly string[] = [
  ...[...surnameReadings.keys(), ...compoundSurnames.keys()].flatMap((surname, at) => [
    `${surname}${given[at % given.length]!}`,
    `${surname}${given[(at * 7 + 3) % given.length]!}${given[(at * 5 + 1) % given.length]!}`,
    `王${surname}`,
  ]),
  ...others,
]
