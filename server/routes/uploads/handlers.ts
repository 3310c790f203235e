import { uploadLimits, uploads } from '../../../resources/uploads.ts'
import { type Handlers, ownTransaction } from '../../context/handlers.ts'
import { invalid } from '../../context/apiError.ts'
import { checkQuota, newFileKey } from '../../services/files/files.ts'
import { deleteUpload, finishUpload, startUpload } from '../../services/files/resumedUploads.ts'
import { videoMime } from '../../services/files/videos.ts'
import { imageExtensions } from '../../services/files/images.ts'
import { signPolicy } from '../../services/files/uploadPolicy.ts'

const uploadPath = '/api/upload'

/** Portraits are stored as WebP, whatever their original format. */
const extensionOf = (scene: keyof typeof uploadLimits, mime: string) =>
  scene === 'avatar' ? 'webp' : mime === videoMime ? 'mp4' : imageExtensions[mime]!

const checkLimits = (scene: keyof typeof uploadLimits, { size, mime }: { size: number; mime: string }) => {
  const { maxSize, mimes, takes } = uploadLimits[scene]
  if (!mimes.includes(mime)) throw invalid({ mime: `支持 ${takes}` })
  if (size > maxSize) throw invalid({ size: `文件不能超过${maxSize / 1024 / 1024}MB` })
}

export const uploadHandlers: Handlers<typeof uploads.calls> = {
  begin: ownTransaction(async ({ scene, size, mime, fingerprint }, context) => {
    checkLimits(scene, { size, mime })
    const request = { scene, size, mime, fingerprint, extension: extensionOf(scene, mime) }
    return startUpload(context, context.caller, request, context.now)
  }),
  finish: ownTransaction(async ({ key }, context) => finishUpload(context, context.caller, key)),
  cancel: ownTransaction(async ({ key }, context) => {
    await deleteUpload(context, context.caller, key)
    return {}
  }),
  ossSign: async ({ scene, size, mime }, { caller, db, database, now }) => {
    checkLimits(scene, { size, mime })
    await checkQuota(db, caller, { scene, size })
    const key = newFileKey(caller, extensionOf(scene, mime))
    const uploadGrant = { key, mime, scene, maxSize: size }
    const { policy, signature, accessid, expire } = await signPolicy(database, caller, uploadGrant, now)
    return {
      host: uploadPath,
      dir: key.slice(0, key.lastIndexOf('/') + 1),
      key,
      policy,
      signature,
      accessid,
      expire,
      successStatus: 200,
      maxSize: size,
    }
  },
}
