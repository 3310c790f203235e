const segmenter = new Intl.Segmenter('zh', { granularity: 'word' })

/** A text cut into words, punctuation and spaces; together they are the text again. */
export const wordsOf = (text: string) => Array.from(segmenter.segment(text), ({ segment }) => segment)
