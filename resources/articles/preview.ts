import type { Route } from '../kit/index.ts'

/** As the mini-program shows it; here reviewers decide. */
export const preview: Route = {
  path: '/app/cms/preview/:id',
  title: '内容预览',
  roles: ['admin'],
  capability: 'article.view',
  parent: 'cms',
  page: 'articlePreview',
}
