import type { ArticleInput } from '../fixtureArticle.ts'
import { demoCases } from './articleCases.ts'
import { demoEssays } from './articleEssays.ts'
import { demoTrends } from './articleTrends.ts'
import { demoVideos } from './articleVideos.ts'

/** Articles of every kind in every state. People, firms and cases are made up. */
export const demoArticles = (): ArticleInput[] => [...demoTrends, ...demoEssays, ...demoCases, ...demoVideos]
