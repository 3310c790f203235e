import { admins } from './demo/accounts.ts'
import { demoArticles } from './demo/articles.ts'
import { demoCards } from './demo/cards.ts'
import { lawyerOf } from './demo/lawyers.ts'
import { demoMessages } from './demo/messages.ts'
import { offices } from './demo/offices.ts'
import { people } from './demo/people.ts'
import { fixtureSchema, type Fixture } from './fixtureSchema.ts'

/** A firm that does not exist, with people in every state; the same on every call. */
export const demoFixture = (password: string): Fixture =>
  fixtureSchema.parse({
    firms: [
      {
        firmId: 1,
        name: '砚衡律师事务所',
        shortName: '砚衡',
        nameEn: 'Yanheng Law Offices',
        logo: 'picture:logo',
        creditCode: '31310000MD0X000001',
        foundedOn: '2009-06-18',
        homeUrl: 'https://www.yanheng.example',
        password,
        config: {
          adminFuncSwitch: { review: true, import: true, recycle: true },
          appConf: {
            assets: {
              imgs: {
                logo: 'picture:logo',
                logoCollapsed: 'picture:logo-mark',
                logoDark: 'picture:logo-dark',
              },
            },
          },
          settings: {
            icpSet: {
              icpNo: '沪ICP备00000000号',
              copyright: '© 2009–2026 砚衡律师事务所',
              showInAdmin: 1,
              showInMp: 1,
            },
          },
        },
        offices: [...offices],
        admins: [...admins],
        lawyers: people.map(lawyerOf),
        cards: demoCards(),
        messages: demoMessages(),
        articles: demoArticles(),
      },
    ],
  })
