const segmenter = new Intl.Segmenter('zh', { granularity: 'word' })

// Half of a colour, a day or a number says nothing: #1F3A5F, 2026-03-08, 9.5.
const codes = /(#?[A-Za-z0-9]*\d[A-Za-z0-9]*(?:[._:@/+-][A-Za-z0-9]+)*)/

/** A text cut into words, punctuation and spaces; together they are the text again. */
export const splitIntoWords = (text: string) =>
  text
    .split(codes)
    .flatMap((part, index) =>
      index % 2 === 1 ? [part] : Array.from(segmenter.segment(part), ({ segment }) => segment),
    )
