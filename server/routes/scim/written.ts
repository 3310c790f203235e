import { mobilePattern, toMobile } from '../../../resources/kit/mobiles.ts'
import { isPlainObject } from '../../../resources/kit/objects.ts'
import { attributeName, type AttributePath, type ScimComparison, parsePath } from './path.ts'
import { badRequest } from './scimError.ts'

// What a client writes about a user, by POST, PUT or PATCH. An attribute that is absent, null or empty says nothing, and a
// `remove` neither: nothing empty overwrites something.

const textNames = {
  username: 'userName',
  externalid: 'externalId',
  displayname: 'displayName',
  'name.formatted': 'formatted',
  'name.familyname': 'familyName',
  'name.givenname': 'givenName',
  usertype: 'userType',
  'emails.value': 'email',
  'phonenumbers.value': 'mobile',
  'enterprise.employeenumber': 'employeeNo',
  'enterprise.department': 'team',
  'enterprise.organization': 'office',
} as const
type WrittenText = (typeof textNames)[keyof typeof textNames]

/** What a client says about a user; what it does not say is left out. */
export type WrittenUser = Partial<Record<WrittenText, string>> & { active?: boolean }

const isTextName = (attribute: string): attribute is keyof typeof textNames =>
  Object.hasOwn(textNames, attribute)

/** The longest text of an attribute; the fields of a person are shorter, and checked as in every form. */
const mostCharacters = 255

/** Attributes of RFC 7643 that a provider may send and that say nothing here. */
const unusedAttributes =
  /^(?:schemas|title|nickname|profileurl|preferredlanguage|locale|timezone|password|name\.(?:middlename|honorificprefix|honorificsuffix)|(?:enterprise\.)?(?:costcenter|division|manager(?:\..*)?)|department|(?:emails|phonenumbers)\.(?:type|primary|display)|(?:addresses|ims|photos|entitlements|roles|x509certificates)(?:\..*)?)$/

const readOnlyAttributes = /^(?:id|meta|groups)(?:\..*)?$/

const textOf = (name: WrittenText, value: unknown) => {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' && name === 'employeeNo') return String(value)
  if (typeof value !== 'string') throw badRequest('invalidValue', `属性 ${name} 应为文本`)
  const text = value.trim()
  if (text.length > mostCharacters) throw badRequest('invalidValue', `属性 ${name} 最多${mostCharacters}字`)
  return text
}

/** Entra ID writes booleans as texts, with a capital. */
const booleanOf = (value: unknown) => {
  const text = String(value).toLowerCase()
  if (value === null || text === '') return undefined
  if (text !== 'true' && text !== 'false') throw badRequest('invalidValue', '属性 active 应为 true 或 false')
  return text === 'true'
}

/** An object by its own keys in lower case, since the names of attributes do not depend on case. */
const entriesIn = (value: unknown): [string, unknown][] =>
  isPlainObject(value) ? Object.entries(value).map(([name, child]) => [name.toLowerCase(), child]) : []
const childOf = (value: unknown, name: string) => entriesIn(value).find(([it]) => it === name)?.[1]

const isOfType = (value: unknown, type: string) => String(childOf(value, 'type')).toLowerCase() === type
const isPrimary = (value: unknown) => String(childOf(value, 'primary')).toLowerCase() === 'true'

/** The one of several mails that is the person's here: the primary one, else the one at work, else the first. */
const chosenMail = (list: readonly unknown[]) =>
  list.find(isPrimary) ?? list.find(entry => isOfType(entry, 'work')) ?? list[0]

/** The one of several numbers that is the person's here: the mobile, else the first mainland mobile number. */
const chosenNumber = (list: readonly unknown[]) =>
  list.find(entry => isOfType(entry, 'mobile')) ??
  list.find(entry => mobilePattern.test(toMobile(String(childOf(entry, 'value') ?? ''))))

/** Whether the comparisons of a path choose the value that is the person's here. */
const isChosen = (where: readonly ScimComparison[], type: 'work' | 'mobile') =>
  where.every(
    ({ attribute, value }) =>
      (attribute === 'type' && String(value).toLowerCase() === type) ||
      (attribute === 'primary' && String(value).toLowerCase() === 'true'),
  )

const severalValues = {
  emails: { type: 'work', choose: chosenMail },
  phonenumbers: { type: 'mobile', choose: chosenNumber },
} as const

/** Takes one attribute into what is written; returns whether the attribute is one that RFC 7643 knows. */
const assign = (written: WrittenUser, { attribute, where }: AttributePath, value: unknown): boolean => {
  const [root = ''] = attribute.split('.')
  if (root === 'emails' || root === 'phonenumbers') {
    const { type, choose } = severalValues[root]
    if (where.length > 0 && !isChosen(where, type)) return true
    if (attribute === root) {
      const chosen = Array.isArray(value) ? choose(value) : value
      const text = isPlainObject(chosen) ? childOf(chosen, 'value') : chosen
      return text === undefined || assign(written, { attribute: `${root}.value`, where: [] }, text)
    }
  }
  if (attribute === 'active') {
    const isActive = booleanOf(value)
    if (isActive !== undefined) written.active = isActive
    return true
  }
  if (isTextName(attribute)) {
    const name = textNames[attribute]
    const text = textOf(name, value)
    if (text !== '') written[name] = text
    return true
  }
  if (attribute === 'name' || attribute === 'enterprise' || attribute === '') {
    const prefix = attribute === '' ? '' : `${attribute}.`
    for (const [name, child] of entriesIn(value))
      assign(written, { attribute: `${prefix}${name}`, where: [] }, child)
    return true
  }
  return unusedAttributes.test(attribute) || readOnlyAttributes.test(attribute)
}

const assignAll = (written: WrittenUser, value: unknown) => {
  if (!isPlainObject(value)) throw badRequest('invalidSyntax', '请求内容应为对象')
  for (const [name, child] of Object.entries(value))
    assign(
      written,
      name.includes('[') ? parsePath(name) : { attribute: attributeName(name), where: [] },
      child,
    )
}

/** What a whole resource says, as POST and PUT send it. Attributes that nobody knows are ignored. */
export const readResource = (resource: unknown): WrittenUser => {
  const written: WrittenUser = {}
  assignAll(written, resource)
  return written
}

/** The most operations of one PATCH. */
const mostOperations = 100

const applyOperation = (written: WrittenUser, operation: unknown) => {
  const op = String(childOf(operation, 'op')).toLowerCase()
  const path = childOf(operation, 'path')
  if (!['add', 'replace', 'remove'].includes(op))
    throw badRequest('invalidSyntax', 'op 应为 add、replace 或 remove')
  if (path === undefined || path === null || path === '') {
    if (op === 'remove') throw badRequest('noTarget', 'remove 须有 path')
    assignAll(written, childOf(operation, 'value'))
    return
  }
  if (typeof path !== 'string') throw badRequest('invalidPath', 'path 应为文本')
  const target = parsePath(path)
  if (readOnlyAttributes.test(target.attribute))
    throw badRequest('mutability', `属性 ${target.attribute} 不能修改`)
  if (op === 'remove' && target.attribute === 'username') throw badRequest('mutability', 'userName 不能删除')
  // Also for a removal, which changes nothing here, the attribute must exist.
  const value = op === 'remove' ? undefined : childOf(operation, 'value')
  if (!assign(op === 'remove' ? {} : written, target, value))
    throw badRequest('invalidPath', `没有属性 ${target.attribute}`)
}

/** What the operations of a PATCH say, in their order. */
export const readPatch = (message: unknown): WrittenUser => {
  const operations = childOf(message, 'operations')
  if (!Array.isArray(operations) || operations.length === 0)
    throw badRequest('invalidSyntax', '缺少 Operations')
  if (operations.length > mostOperations)
    throw badRequest('tooMany', `一次最多${mostOperations}项操作，请分开发送`)
  const written: WrittenUser = {}
  for (const operation of operations) applyOperation(written, operation)
  return written
}
