import { strToU8 } from 'fflate'

import { mainPart, type WordParts } from './parts.ts'

// The template of a firm that has uploaded none: one lawyer, with what the card does not hide. Each paragraph that has
// no value is left out.

const wordNamespace = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const officeNamespace = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageNamespace = 'http://schemas.openxmlformats.org/package/2006'
const contentPrefix = 'application/vnd.openxmlformats-officedocument.wordprocessingml'
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

const paragraph = (text: string, style = 'Normal') =>
  `<w:p><w:pPr><w:pStyle w:val="${style}"/></w:pPr><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`

/** Paragraphs that are left out where the field has no value. */
const whereFilled = (field: string, ...paragraphs: string[]) =>
  [paragraph(`{#${field}}`), ...paragraphs, paragraph(`{/${field}}`)].join('')

const line = (field: string) => whereFilled(field, paragraph(`{${field}标题}　{${field}}`, 'Fact'))
const section = (field: string) =>
  whereFilled(field, paragraph(`{${field}标题}`, 'Heading'), paragraph(`{${field}}`))

const body = [
  whereFilled('头像', paragraph('{@头像}')),
  paragraph('{姓名}', 'Title'),
  whereFilled('职位', paragraph('{职位}', 'Subtitle')),
  paragraph('{律所}　{分所}', 'Fact'),
  ...['其他职务', '团队', '执业证号', '手机', '座机', '邮箱', '传真', '地址'].map(line),
  ...[
    '专业领域',
    '个人简介',
    '教育背景',
    '工作经历',
    '社会职务',
    '荣誉奖项',
    '著作论文',
    '代表案例',
    '服务客户',
  ].map(section),
  whereFilled('机器翻译说明', paragraph('{机器翻译说明}', 'Fact')),
].join('')

const style = (id: string, run: string, spacing: string) =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${id}"/><w:basedOn w:val="Normal"/><w:pPr>${spacing}</w:pPr><w:rPr>${run}</w:rPr></w:style>`

const styles = `<w:styles xmlns:w="${wordNamespace}"><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:eastAsia="Microsoft YaHei"/><w:color w:val="16202E"/><w:sz w:val="21"/><w:lang w:val="en-US" w:eastAsia="zh-CN"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="80" w:line="320" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>${style(
  'Title',
  '<w:b/><w:color w:val="1F3A5F"/><w:sz w:val="44"/>',
  '<w:spacing w:before="120" w:after="40"/>',
)}${style('Subtitle', '<w:color w:val="B08D57"/><w:sz w:val="26"/>', '<w:spacing w:after="80"/>')}${style(
  'Fact',
  '<w:color w:val="4A5668"/>',
  '<w:spacing w:after="20"/>',
)}${style(
  'Heading',
  '<w:b/><w:color w:val="1F3A5F"/><w:sz w:val="26"/>',
  '<w:keepNext/><w:pBdr><w:bottom w:val="single" w:sz="6" w:space="2" w:color="E2E6EC"/></w:pBdr><w:spacing w:before="240" w:after="80"/>',
)}</w:styles>`

const page =
  '<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1134" w:right="1134" w:bottom="1134" w:left="1134" w:header="567" w:footer="567" w:gutter="0"/></w:sectPr>'

const texts: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `<Types xmlns="${packageNamespace}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${contentPrefix}.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="${contentPrefix}.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${packageNamespace}/relationships"><Relationship Id="rId1" Type="${officeNamespace}/officeDocument" Target="word/document.xml"/></Relationships>`,
  'word/_rels/document.xml.rels': `<Relationships xmlns="${packageNamespace}/relationships"><Relationship Id="rId1" Type="${officeNamespace}/styles" Target="styles.xml"/></Relationships>`,
  'word/styles.xml': styles,
  [mainPart]: `<w:document xmlns:w="${wordNamespace}"><w:body>${body}${page}</w:body></w:document>`,
}

/** The parts of the built-in template. */
export const defaultTemplateParts = (): WordParts =>
  Object.fromEntries(Object.entries(texts).map(([path, xml]) => [path, strToU8(declaration + xml)]))
