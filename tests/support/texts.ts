import { globSync, readFileSync } from 'node:fs'

import { type ESTree, parseSync } from 'vite'

import { type MessageTree, zh } from '../../resources/locales/zh.ts'

const han = /[\p{Script=Han}，、；：。（）「」《》【】]/u

/** Texts outside the translation: the report for Chinese authorities, drawings of the phone preview, the operator's terminal, demo content, characters of names and days. */
const notSaid =
  /^src\/preview\/(?!phone\/(PreviewSettings|PhonePreview|PreviewAside))|^server\/(commands|process|db|cli|main|http\/(listen|starting))|^providers\/check\/|^resources\/(locales\/|domain\/(?:surnames|numbersInText|partyNames)|kit\/(simplified|readDay))|^server\/services\/(directory\/(pinyin|areas)|outputs\/(?!archive)|identity\/commonPasswords|privacy\/evidence\/)|^src\/(app\/routes\.tsx|fields\/richText\/paste\/wordLists)/

/** In files outside the translation, the texts of refusals are translated nevertheless. */
const refusals = ['ApiError', 'invalid', 'wrongState']
const isRefusal = (node: Node) =>
  (node.type === 'NewExpression' || node.type === 'CallExpression') &&
  node.callee.type === 'Identifier' &&
  refusals.includes(node.callee.name)

/** Files whose texts may appear before sign-in; they load with the sign-in page. */
const atEntrance =
  /^src\/(entrance\/|fields\/(credentials\/|choice\/NativeSelect)|app\/main\.ts)|^providers\/(envelope|request|session|signIn|challenge|proofs|publicConf|registration|recovery)|^resources\/(registration|session|kit\/(texts|messages|choices)|domain\/(applicant|credentials|personType|codes))|^server\/(routes\/(session|auth|registration|identity)|services\/(signIn|session|loginThrottle|password|registration|smsCodes|captcha|credentials|loginSettings|codes))/

export type Text = { key: string; file: string; line: number; isTranslated: boolean; isAtEntrance: boolean }

type Node = ESTree.Node
type Context = { isTranslated: boolean; isData: boolean; isSaid: boolean; parent: Node | null }

const isFunction = ({ type }: Node) => type === 'ArrowFunctionExpression' || type.startsWith('Function')

const childrenOf = (node: Node) =>
  Object.entries(node)
    .filter(([name]) => name !== 'parent')
    .flatMap(([, value]) => (Array.isArray(value) ? value : [value]))
    .filter((it): it is Node => typeof it === 'object' && it !== null && typeof it.type === 'string')

/** The placeholder name of a value in a template's key. */
const nameOf = (node: Node): string => {
  if (node.type === 'Identifier') return node.name
  if (node.type === 'MemberExpression' && !node.computed && node.property.type === 'Identifier')
    return ['length', 'size'].includes(node.property.name) ? 'count' : node.property.name
  if (node.type === 'CallExpression') return nameOf(node.callee)
  if ('expression' in node && typeof node.expression === 'object') return nameOf(node.expression)
  return 'value'
}

const keyOfTemplate = ({ quasis, expressions }: ESTree.TemplateLiteral) => {
  const seen = new Map<string, number>()
  const names = expressions.map(expression => {
    const name = nameOf(expression)
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    return count === 1 ? name : name + count
  })
  return quasis
    .map((it, index) => it.value.cooked + (index < names.length ? `%{${names[index]}}` : ''))
    .join('')
}

const textOf = (node: Node): string | null => {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node.type === 'TemplateLiteral') return keyOfTemplate(node)
  if (node.type === 'JSXText') return node.value.trim()
  return null
}

const translators = ['translate', 'say']
const isTranslator = (node: Node) =>
  node.type === 'CallExpression' &&
  node.callee.type === 'Identifier' &&
  translators.includes(node.callee.name)
const isCompared = (parent: Node | null) =>
  parent?.type === 'SwitchCase' || (parent?.type === 'BinaryExpression' && /^[!=]==$/.test(parent.operator))

const textsIn = (file: string): Text[] => {
  const source = readFileSync(file, 'utf8')
  if (!han.test(source) && !source.includes('translate(')) return []
  const texts: Text[] = []
  const place = ({ start }: Node) => ({
    file,
    line: source.slice(0, start).split('\n').length,
    isAtEntrance: atEntrance.test(file),
  })
  const visit = (node: Node, { parent, ...context }: Context) => {
    if (node.type.startsWith('TS') && !node.type.endsWith('Expression')) return
    if (node.type === 'TaggedTemplateExpression' && nameOf(node.tag) === 'sql') return
    const key = textOf(node)
    const isKey = parent?.type === 'CallExpression' && parent.arguments[0] === node && isTranslator(parent)
    const isName = node.type === 'Property' && node.key.type === 'Identifier' && node.key.name === 'initial'
    if (key !== null && (isKey || han.test(key)) && context.isSaid && !context.isData && !isCompared(parent))
      texts.push({
        ...place(node),
        key,
        isTranslated: context.isTranslated,
        // A text message is written by the server alone.
        isAtEntrance: atEntrance.test(file) && !key.startsWith('【'),
      })
    if (
      node.type === 'Property' &&
      node.key.type === 'Identifier' &&
      han.test(node.key.name) &&
      context.isSaid &&
      !context.isData
    )
      texts.push({ ...place(node), key: node.key.name, isTranslated: true })
    const isCall = isTranslator(node)
    const inside = {
      ...context,
      isData: context.isData || isName,
      isSaid: context.isSaid || isRefusal(node),
      isTranslated: isCall || (context.isTranslated && !isFunction(node)),
      parent: node,
    }
    for (const child of childrenOf(node)) visit(child, inside)
  }
  const { program } = parseSync(file, source)
  // Texts outside functions are data, which is translated where it is drawn; tests/e2e/languages.test.ts
  // checks that.
  visit(program, { isTranslated: true, isData: false, isSaid: !notSaid.test(file), parent: null })
  return texts
}

const documentTexts = (): Text[] => {
  const html = readFileSync('index.html', 'utf8')
  const found = [...html.matchAll(/>([^<>]+)<|(?:aria-label|title|placeholder)="([^"]+)"/g)]
  return found
    .map(([, content, attribute]) => (content ?? attribute ?? '').trim())
    .filter(key => han.test(key))
    .map(key => ({ key, file: 'index.html', line: 0, isTranslated: true, isAtEntrance: true }))
}

const leaves = (tree: MessageTree): string[] =>
  Object.values(tree).flatMap(it => (typeof it === 'string' ? [it] : leaves(it)))

/** The messages of react-admin itself. */
const hostTexts = (): Text[] =>
  leaves(zh)
    .filter(key => han.test(key))
    .map(key => ({ key, file: 'resources/locales/zh.ts', line: 0, isTranslated: true, isAtEntrance: false }))

/** Every Chinese text of the product, with the place in the source. */
export const productTexts = () =>
  ['src', 'providers', 'resources', 'server']
    .flatMap(folder => globSync(`${folder}/**/*.{ts,tsx}`))
    .flatMap(textsIn)
    .concat(documentTexts(), hostTexts())
