import {
  del,
  done,
  draftOf,
  flag,
  get,
  id,
  image,
  integer,
  optional,
  post,
  put,
  recordOf,
  select,
  stamps,
  text,
  toggle,
  version,
} from './kit/index.ts'

import { z } from 'zod'

/** 内容分类 (articleType), domain.md §3.7. */
const fields = {
  typeId: integer('编号'),
  kind: select('所属栏目', [
    [1, '工作动态'],
    [2, '原创文章'],
    [3, '典型案例'],
    [4, '视频'],
  ]),
  typeName: text('分类名称', { min: 2, max: 10 }),
  typeNameEn: optional(text('英文', { max: 40 })),
  icon: optional(image('图标', { scene: 'asset', frame: { ratio: [1, 1], minWidth: 64 } })),
  sort: integer('排序'),
  isTop: toggle('置顶'),
  enabled: select('状态', [
    [1, '启用', 'good'],
    [0, '停用', 'faint'],
  ]),
  articleNum: integer('内容数', { max: 1_000_000 }),
  ...stamps,
}

const record = recordOf(fields).extend({ version: z.int() })
const { kind, typeName, typeNameEn, icon, sort, enabled } = fields
const written = { kind, typeName, typeNameEn, icon, sort, enabled }
const draft = draftOf(written).extend({ sort: sort.schema.default(0), enabled: enabled.schema.default(1) })
const typeId = id
const saved = z.object({ typeId: z.int(), version: z.int() })

const calls = {
  getList: get(
    '/articleType/getList',
    'public',
    z.strictObject({ kind: kind.schema.optional(), enabled: enabled.schema.optional() }),
    z.array(record),
  ),
  add: post('/articleType', 'category.edit', draft, saved),
  update: put('/articleType', 'category.edit', draftOf(written).partial().extend({ typeId, version }), saved),
  remove: del(
    '/articleType/{typeId}',
    'category.edit',
    z.strictObject({ typeId, moveTo: id.nullish() }),
    done,
  ),
  top: put(
    '/articleType/top/{typeId}',
    'category.edit',
    z.strictObject({ typeId, to: flag.optional() }),
    z.object({ isTop: flag }),
  ),
}

export const categories = { name: 'categories', feature: 'cms.category', fields, calls } as const
