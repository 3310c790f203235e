import { afterAll, beforeAll, expect, test } from 'vitest'

import { startApp, type TestApp } from '../../support/app.ts'
import { type Asker, createAsker, boundCall } from '../../support/asking.ts'
import { examples } from '../../support/examples/index.ts'
import { statementsOf, waitsOf } from '../../support/statements.ts'
import { setStage, type Stage } from '../../support/stage.ts'

let app: TestApp
let stage: Stage
let ask: Asker
beforeAll(async () => {
  app = await startApp()
  stage = await setStage(app)
  ask = createAsker(app)
})
afterAll(() => app.close())

const maxStatements = 8

/** Calls that take more statements, with the reason; a number here may only decrease. */
const listedCounts: Readonly<Record<string, number>> = {
  // A secret is counted before it is checked, and each kind separately (promises Q04 to Q08); the count belongs to no
  // firm, and is read at the same time as the firm's limits. The result is checked again with the person's row
  // locked (Q48), and so is the session.
  'session.loginByQuestion': 24,
  'session.firmAccessUserLogin': 19,
  'session.lawyerLogin': 19,
  // With each new password the passkeys are looked at, which open the account without it.
  'session.password': 18,
  'session.question': 15,
  'session.loginByFactor': 21,
  'session.removeFactor': 19,
  'session.renewRecoveryCodes': 17,
  'session.beginFactor': 12,
  'session.confirmFactor': 10,
  'session.beginPasskey': 13,
  'session.addPasskey': 12,
  'session.removePasskey': 19,
  'session.loginByPasskey': 18,
  // The identity is looked up again with the person's row locked.
  'session.loginBySignOn': 21,
  'session.queryCode': 13,
  'registration.register': 13,
  'registration.getCardCode': 11,
  'registration.checkSmsCode': 10,
  'system.testSms': 9,
  'offices.status': 15,
  // Looks at everything that the office has, after the password.
  'offices.close': 17,
  'admins.main': 17,
  'lawyers.updatePassword': 11,
  'admins.firmAccessUserUpdate (password)': 9,
  // Printed values come from many tables; pictures are only read when the table of files lists them.
  'cards.outputs': 22,
  'cards.word': 24,
  // One for each table with data of the person.
  'privacyRequests.archive': 21,
  // Reads the comparison and the settings, and creates a person with batch, link, password and log.
  'lawyers.applyDirectory': 16,
  // The log is verified, and every file of the pack reads another table.
  'privacyRequests.evidence': 17,
  // Behind the password; the firm is locked while its tokens are counted.
  'apiTokens.add': 15,
  // People are read by the hundred, with three statements each time.
  'lawyers.export': 13,
  // Names both people, reads their periods, and sends both a message when the period begins at once.
  'reviews.nameSubstitute': 10,
  // Locks the article, ends the consents, and tells the senders of the links and the lawyers.
  'articles.withdrawConsent': 9,
  // Locks the lawyer, reads both people and the other mandates, and tells the assistant.
  'mandates.grant': 11,
  'mandates.change': 12,
  // Authors, history and messages of an article have rows of their own.
  'articles.add (byHimself)': 14,
  'articles.add (byAdministrator)': 11,
  // Counted, the account, and the article with its key; WeChat is asked between two transactions.
  'articles.importOfficial': 15,
  'articles.update (publication)': 12,
  'articles.update (content)': 12,
  'articles.update (withdrawal)': 11,
  'articles.update (ofPublished)': 10,
  'articles.restore': 14,
  'articles.pass (waiting)': 12,
  'articles.refuse': 9,
  // Every change of a state reads who decides, and by which rules.
  'articles.offline': 10,
  'articles.discard': 9,
  // A batch, an action with its records, a job and a row of the log; before, what the list finds, the firm's lock and what is at work.
  'bulkRuns.start': 14,
  'bulkRuns.sheet': 11,
  'bulkRuns.rows': 12,
  'bulkRuns.undo': 16,
  // A person is deleted from every table, with the files that these rows name.
  'imports.undo': 28,
  'recycled.purge': 35,
  'recycledCards.restore': 9,
  // Waits for transactions that refer to the lawyer, and ends the mandates.
  'lawyers.remove': 10,
  'cards.restore (byAdministrator)': 9,
  'recycledCards.purge': 18,
  'recycledArticles.purge': 21,
  // A transfer moves the cards, ends the mandates and notifies everybody concerned.
  'transfers.decide': 17,
  // The proposed call itself, behind the switches, the token and its owner, whose rights must still hold.
  'proposals.decide (approval)': 13,
  // A correction and the approval are two log entries.
  'lawyers.pass (corrected)': 9,
  'lawyers.addList': 10,
  // Answers all pages of the mini-program, with their histories.
  'firm.updateMpconf (publish)': 14,
  'firm.updateMpconf (draft)': 13,
  'firm.restoreMpconf': 14,
  'firmConf.updateAppConf': 9,
}

test.each(examples.map(it => [it.title, it] as const))(
  '%s takes at most eight statements, or its listed number',
  async (title, { call, make }) => {
    const { input, by = stage.place.admin } = await make(stage)
    // The first call of an account creates its session.
    await ask(boundCall('session.self').call, by, {})
    const sentStatements = await statementsOf(app.database.pool, async () => {
      expect(await ask(call, by, input)).toMatchObject({ code: '200' })
    })
    // The log of an extension's import names the records to which the new ones refer.
    const most = title.includes(':') && title.endsWith('.import') ? maxStatements + 1 : maxStatements
    expect(sentStatements.length, sentStatements.join('\n')).toBeLessThanOrEqual(listedCounts[title] ?? most)
  },
)

test('every listed exception exists', () => {
  expect(Object.keys(listedCounts).filter(title => !examples.some(it => it.title === title))).toEqual([])
})

/**
 * For the session, reading, the change together with the end of the log, and the log row together with
 * COMMIT; plus the search for the same name.
 */
test.each([
  ['lawyers.update (team)', 4],
  ['firm.update', 4],
  ['offices.update', 4],
  ['categories.update (update)', 6],
])('%s waits for the database %i times', async (title, maxStatements) => {
  const { call, make } = examples.find(it => it.title === title)!
  const { input, by = stage.place.admin } = await make(stage)
  await ask(boundCall('session.self').call, by, {})
  const roundTrips = await waitsOf(app.database.pool, async () => {
    expect(await ask(call, by, input)).toMatchObject({ code: '200' })
  })
  expect(roundTrips).toBe(maxStatements)
})
