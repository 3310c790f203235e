/** Paragraphs as HTML; one that begins with `# ` is a heading, with `> ` a quotation, with `- ` a list of lines. */
export const html = (...parts: string[]): string =>
  parts
    .map(part => {
      if (part.startsWith('# ')) return `<h2>${part.slice(2)}</h2>`
      if (part.startsWith('> ')) return `<blockquote><p>${part.slice(2)}</p></blockquote>`
      if (!part.startsWith('- ')) return `<p>${part}</p>`
      const items = part.split('\n').map(it => `<li>${it.replace(/^- /, '')}</li>`)
      return `<ul>${items.join('')}</ul>`
    })
    .join('')
