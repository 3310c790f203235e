/** The reason why the drill on a distributed database is not run; undefined where it can be. */
export const whyNoCitus = (): string | undefined =>
  process.env['TEST_CITUS_URL'] ? undefined : 'TEST_CITUS_URL names no coordinator of Citus'
