import type { Route } from '../kit/index.ts'

/** The preview page shows an article as the mini-program does; reviewers decide on it there. */
export const preview: Route = {
  path: '/app/cms/preview/:id',
  title: '内容预览',
  roles: ['admin'],
  capability: 'article.view',
  parent: 'cms',
  page: 'articlePreview',
}
