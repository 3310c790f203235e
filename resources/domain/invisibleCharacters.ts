/** Characters that are never needed in a text. */
const invisible =
  /(?![\t\n\r\u200C\p{Variation_Selector}]|\u200D|\u180E)[\p{Default_Ignorable_Code_Point}\p{Cc}\u2028\u2029]/gu

/** Letters of scripts of which some are joined or kept apart by characters without width: می‌خواهم is one word. */
const joiningLetter =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mandaic}\p{Script=Nko}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]$/u

/** What precedes the joiner of an emoji of several: 👩🏽‍⚖️. */
const emojiBefore = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F]$/u
const emojiAfter = /^\p{Extended_Pictographic}/u

/** Whether a joiner between two texts has an effect in their script. */
const isNeeded = (joiner: string, before: string, after: string) =>
  joiningLetter.test(before) || (joiner === '\u200D' && emojiBefore.test(before) && emojiAfter.test(after))

/** Code units of the longest character. */
const characterLength = 2

/**
 * Removes invisible characters from a text with markup, but for what its scripts need: the joiners after letters of
 * Arabic, Indic and Mongolian scripts, and those within an emoji.
 */
export const stripInvisibleInText = (text: string) =>
  text.replace(invisible, '').replace(/\u200C|\u200D|\u180E/g, (joiner, at: number, whole: string) => {
    const before = whole.slice(Math.max(0, at - characterLength), at)
    return isNeeded(joiner, before, whole.slice(at + 1, at + 1 + characterLength)) ? joiner : ''
  })
