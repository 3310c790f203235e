/**
 * The product's names: capabilities, menu entries, pages and so on. `resources/domain/register.ts` adds them, so that
 * the compiler checks the names in declarations, while this vocabulary does not depend on the domain.
 */
// eslint-disable-next-line typescript/no-empty-interface -- declaration merging needs an interface, filled elsewhere
export interface Register {}
