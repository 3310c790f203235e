const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string) => text.replaceAll(/[&<>"]/g, character => escapes[character]!)

type Content = { title: string; notes: readonly string[]; sentences: readonly string[] }

/** The receipt as an HTML document, which every browser opens and prints. */
export const receiptFile = ({ title, notes, sentences }: Content) =>
  new Blob(
    [
      `<!doctype html><html lang="${document.documentElement.lang}"><meta charset="utf-8">
<title>${escapeHtml(title)}</title>
<style>body{font:16px/1.7 sans-serif;max-width:40em;margin:3em auto;padding:0 1em}</style>
<h1>${escapeHtml(title)}</h1>
<p>${notes.map(escapeHtml).join(' · ')}</p>
<ol>${sentences.map(sentence => `<li>${escapeHtml(sentence)}</li>`).join('')}</ol></html>`,
    ],
    { type: 'text/html' },
  )
