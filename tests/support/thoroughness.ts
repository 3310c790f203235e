/**
 * `npm run test:all` tries every combination. `npm test` leaves out those which a change of the product breaks only together
 * with another one that is tried, such as an inner page in a further language.
 */
export const isThorough = process.env['TEST_ALL'] === 'on'
