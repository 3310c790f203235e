import { and, eq } from 'drizzle-orm'

import type { Context } from '../context.ts'
import { files } from '../db/tables.ts'
import { invalid } from '../refusal.ts'
import type { Content } from '../services/articleContent.ts'

const ownFiles = '/api/files/'

/** An uploaded film is one of the firm's own store; an address elsewhere is https. */
export const checkVideo = async ({ db, firmId }: Context, before: Partial<Content>, after: Content) => {
  const { videoType, videoUrl } = after
  if (!videoUrl || (videoUrl === before.videoUrl && videoType === before.videoType)) return
  if (videoType === 3 && !/^https:\/\/[^\s/?#@]+\.[^\s@]+$/.test(videoUrl))
    throw invalid({ videoUrl: '视频应以 https:// 开头,请检查网址' })
  if (videoType !== 1) return
  const [film] = videoUrl.startsWith(ownFiles)
    ? await db
        .select({ path: files.path })
        .from(files)
        .where(
          and(
            eq(files.firmId, firmId),
            eq(files.path, videoUrl.slice(ownFiles.length)),
            eq(files.scene, 'video'),
          ),
        )
    : []
  if (!film) throw invalid({ videoUrl: '请上传视频' })
}
