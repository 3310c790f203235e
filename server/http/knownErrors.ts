import { ApiError } from '../context/apiError.ts'
import { referenceViolation, uniqueViolation } from '../db/connection/connectionErrors.ts'
import { isDatabaseDown, isLockTimeout, isTransactionConflict } from '../db/connection/open.ts'
import { isDiskFull } from '../process/failure.ts'
import { uniqueViolationError } from './duplicates.ts'

/** The answer for a known error; null for any other, which becomes a 5000. */
export const errorAnswerFor = (error: unknown) => {
  if (error instanceof ApiError) return error
  if (isDatabaseDown(error)) return new ApiError('5030', '数据库暂不可用，请稍后再试')
  if (isTransactionConflict(error) || isLockTimeout(error))
    return new ApiError('5030', '数据正在被他人修改，这次没有保存，请稍后重试')
  const index = uniqueViolation(error)
  if (index !== undefined) return uniqueViolationError(index)
  const reference = referenceViolation(error)
  if (reference === 'missing') return new ApiError('4040', '所选的数据刚刚被删除，请刷新后重新选择')
  if (reference === 'file') return new ApiError('4040', '所用的图片或视频刚刚被清理，请重新上传')
  if (reference === 'used') return new ApiError('4093', '该数据刚刚被引用，请刷新后重试', { refs: [] })
  if (isDiskFull(error)) return new ApiError('5030', '磁盘空间不足，请联系管理员')
  return null
}

/** Seconds until the call may be repeated, where the refusal names them. */
export const secondsUntilRetry = ({ data }: ApiError) =>
  typeof data === 'object' && data !== null && 'retryAfter' in data && typeof data.retryAfter === 'number'
    ? data.retryAfter
    : null
