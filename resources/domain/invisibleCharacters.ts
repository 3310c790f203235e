/** Scripts of which some letters are joined or kept apart by characters without width: می‌خواهم is one word. */
const joiningScripts = [
  ...[
    'Arabic',
    'Syriac',
    'Mandaic',
    'Nko',
    'Mongolian',
    'Devanagari',
    'Bengali',
    'Gurmukhi',
    'Gujarati',
    'Oriya',
  ],
  ...['Tamil', 'Telugu', 'Kannada', 'Malayalam', 'Sinhala', 'Khmer', 'Myanmar', 'Tibetan'],
]
const joining = `[${joiningScripts.map(it => `\\p{Script=${it}}`).join('')}]`
/** What precedes the joiner of an emoji of several: 👩🏽‍⚖️. */
const emoji = String.raw`[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F]`
const joiners = String.raw`\u200C\u200D\u180E`

const invisibleInText = new RegExp(
  String.raw`(?![\t\n\r${joiners}\p{Variation_Selector}])[\p{Default_Ignorable_Code_Point}\p{Cc}\u2028\u2029]` +
    String.raw`|(?<!${joining})(?:[\u200C\u180E]|(?<!${emoji})\u200D|\u200D(?!\p{Extended_Pictographic}))`,
  'gu',
)

/**
 * Removes invisible characters from a text with markup, but for what its scripts need: the joiners after letters of
 * Arabic, Indic and Mongolian scripts, and those within an emoji.
 */
export const stripInvisibleInText = (text: string) => text.replace(invisibleInText, '')
