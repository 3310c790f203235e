const segmenter = new Intl.Segmenter('zh', { granularity: 'word' })

// Keeps colours, dates and numbers whole, because parts of them mean nothing: #1F3A5F, 2026-03-08, 9.5.
const codePattern = /(#?[A-Za-z0-9]*\d[A-Za-z0-9]*(?:[._:@/+-][A-Za-z0-9]+)*)/

/** Splits a text into words, punctuation and spaces, which joined give the text again. */
export const splitIntoWords = (text: string) =>
  text
    .split(codePattern)
    .flatMap((part, index) =>
      index % 2 === 1 ? [part] : Array.from(segmenter.segment(part), ({ segment }) => segment),
    )
