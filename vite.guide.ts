import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { Marked } from 'marked'
import sharp from 'sharp'
import type { Plugin } from 'vite'

import type { GuideSection } from './src/help/guideSection.ts'

// Documents for users are built into the client as HTML by section, so that no browser needs a reader of Markdown.

/**
 * The comment `<!-- account path [390] [按 button] -->` says on which page the following text is, up to the next such comment
 * or chapter.
 */
export const pageComment = /^<!-- (\S+) (\S+)(?: (390))?(?: 按 (.+))? -->$/

/** Lawyers sign in with their mobile numbers. */
const isLawyersAccount = (account: string) => /^1\d{10}$/.test(account)

type Part = GuideSection['parts'][number]

/** The sections of a document, whose parts are Markdown still. */
export const sectionsOf = (markdown: string): GuideSection[] => {
  const sections: GuideSection[] = []
  let page: Omit<Part, 'html'> = { path: null, isOfLawyers: false }
  const begin = (title: string) => sections.push({ title, parts: [{ ...page, html: '' }] })
  for (const line of markdown.split('\n')) {
    const [, mark, title = ''] = /^(##?) (.+)$/.exec(line) ?? []
    const [, account = '', path] = pageComment.exec(line) ?? []
    if (mark === '#') page = { path: null, isOfLawyers: false }
    if (path !== undefined) page = { path, isOfLawyers: isLawyersAccount(account) }
    if (mark) begin(title)
    else if (path !== undefined) sections.at(-1)!.parts.push({ ...page, html: '' })
    else sections.at(-1)!.parts.at(-1)!.html += `${line}\n`
  }
  const hasText = ({ html }: Part) => html.trim() !== ''
  return sections
    .map(({ title, parts }) => ({ title, parts: parts.filter(hasText) }))
    .filter(({ parts }) => parts.length > 0)
}

const pictureLink = /!\[[^\]]*\]\(([^)\s]+)\)/g

type Picture = { path: string; width: number; height: number }

const picturesOf = (markdown: string, folder: string): Promise<Picture[]> =>
  Promise.all(
    [...new Set([...markdown.matchAll(pictureLink)].map(([, path]) => path!))].map(async path => {
      const { width, height } = await sharp(join(folder, path)).metadata()
      return { path, width, height }
    }),
  )

/** Stands for the address of a picture, which the bundler decides. */
const placeholder = (index: number) => `%picture${index}%`

const toHtml = (pictures: readonly Picture[]) => {
  const marked = new Marked({
    renderer: {
      image: ({ href, text }) => {
        const index = pictures.findIndex(it => it.path === href)
        const { width, height } = pictures[index]!
        return `<img src="${placeholder(index)}" alt="${text}" width="${width}" height="${height}" loading="lazy">`
      },
      // Other documents are not part of the product.
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens)
        return href.startsWith('https://')
          ? `<a href="${href}" target="_blank" rel="noreferrer">${text}</a>`
          : text
      },
    },
  })
  // CommonMark does not end bold text between a Chinese bracket and a Chinese character.
  const bold = (text: string) => text.replaceAll(/\*\*(.+?)\*\*/g, '<strong>$1</strong>')
  // The end of a line is a space in HTML, which Chinese does not have.
  const joined = (text: string) =>
    text.replaceAll(/(?<=[\p{Script=Han}，。；：、）”])\n(?=[\p{Script=Han}*（“])/gu, '')
  return (text: string) => marked.parse(bold(joined(text)), { async: false })
}

/** A module whose default export is the document's sections in HTML. */
const moduleOf = async (file: string) => {
  const markdown = await readFile(file, 'utf8')
  const pictures = await picturesOf(markdown, dirname(file))
  const render = toHtml(pictures)
  const sections = sectionsOf(markdown).map(({ title, parts }) => ({
    title,
    parts: parts.map(it => ({ ...it, html: render(it.html) })),
  }))
  const imports = pictures.map(
    ({ path }, index) => `import picture${index} from ${JSON.stringify(`./${path}?url&no-inline`)}`,
  )
  const value = JSON.stringify(sections).replaceAll(/%picture(\d+)%/g, '" + picture$1 + "')
  return [...imports, `export default ${value}`].join('\n')
}

/** Makes `import sections from '….md'` of the documents that the help panel shows. */
export const userDocuments = (): Plugin => ({
  name: 'user-documents',
  load: {
    filter: { id: /\/docs\/(use\.zh-CN|accessibility)\.md$/ },
    handler: id => moduleOf(id),
  },
})
