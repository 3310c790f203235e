type Term = { chinese: string; english: string }

/** Replaces the terms of the glossary, longer ones first; other text stays Chinese. */
export const applyGlossary = (text: string, glossary: readonly Term[]) =>
  glossary
    .toSorted((a, b) => b.chinese.length - a.chinese.length)
    .reduce((changed, { chinese, english }) => changed.replaceAll(chinese, ` ${english} `), text)
    .replaceAll(/ {2,}/g, ' ')
    .trim()
