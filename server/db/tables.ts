export * from './tables/articles.ts'
/** The whole schema, as Drizzle and its migration generator read it. */
export * from './tables/cards.ts'
export * from './tables/firms.ts'
export * from './tables/identity.ts'
export * from './tables/people.ts'
export * from './tables/records.ts'
export * from './tables/textMessages.ts'
