/**
 * The unions of the product that declares. It adds them in `resources/domain/register.ts`, so that a declaration's
 * names are checked while the vocabulary itself knows no law firm.
 */
// eslint-disable-next-line typescript/no-empty-interface -- declaration merging needs an interface, filled elsewhere
export interface Register {}
