/**
 * What the declaration of an extension may use (docs/extend.md). Together with `tenant-admin/extend/server` this is all that
 * an extension may import of the product; whatever is not exported here may change in any release.
 */
export * from '../resources/kit/index.ts'
export { type AdditionalField, defineExtension } from '../resources/domain/extension.ts'
