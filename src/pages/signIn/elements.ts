/** An element of index.html, of the kind it is there. */
export const byId = <E extends HTMLElement>(id: string, type: new () => E): E => {
  const element = document.getElementById(id)
  if (!(element instanceof type)) throw new Error(`index.html has no ${type.name} #${id}`)
  return element
}

type Attributes = Readonly<Record<string, string | boolean | undefined>>
type Child = Node | string

/** A new element: `true` sets an empty attribute, `false` and undefined leave it out. */
export const make = <K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] => {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined && value !== false) element.setAttribute(name, value === true ? '' : value)
  element.append(...children)
  return element
}

/** A value within an answer, whose schema is not part of this page; undefined where there is none. */
export const valueAt = (answer: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (value, name) => (typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined),
    answer,
  )

/** A text within an answer; empty where there is none. */
export const textAt = (answer: unknown, ...path: readonly string[]): string => {
  const found = valueAt(answer, ...path)
  return typeof found === 'string' ? found : ''
}
