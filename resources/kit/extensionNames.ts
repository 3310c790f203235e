/**
 * A name that an extension adds to the product's: the extension's own name, a colon and a name within it, such as
 * `training:records`. The product's own names have no colon, so a later release cannot take one of these.
 */
export type ExtensionName = `${string}:${string}`

/** A resource's name as part of an address, in which a colon would begin a parameter. */
export const addressPart = (resource: string) => resource.replace(':', '/')

/** The number of an extension's module of the log. Other numbers are no module, so that a wrong one does not compile. */
export type ExtensionLogModule = number & { readonly isOfExtension: true }

/** The first number of modules of the log that belong to extensions. */
const firstModule = 1000

/**
 * The number of an extension's module of the log. It is computed from the extension's name, so that it is the same in every
 * installation; two extensions with the same number are refused at the start.
 */
export const logModuleOf = (extension: string) => {
  let hash = 0
  for (const char of extension) hash = (hash * 31 + char.codePointAt(0)!) % 1_000_003
  return (firstModule + hash) as ExtensionLogModule
}
