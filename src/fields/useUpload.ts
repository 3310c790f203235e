import { useTranslate } from 'ra-core'
import { useEffect, useRef, useState } from 'react'

import { sentenceOf } from '../../providers/envelope.ts'
import { givenUp, uploadInPieces } from '../../providers/resumedUpload.ts'
import { upload } from '../../providers/upload.ts'
import type { UploadScene } from '../../resources/domain/uploadScene.ts'
import { useAddition } from '../shell/sessionContext.ts'

type Task = { file: Blob; name: string }

/**
 * One upload at a time: how far it is, what went wrong, and the file kept for another try, which goes on where a video
 * stood.
 */
export const useUpload = (scene: UploadScene, onDone: (url: string, name: string) => void) => {
  const translate = useTranslate()
  const [begin, finish, cancel] = [
    useAddition('uploads.begin'),
    useAddition('uploads.finish'),
    useAddition('uploads.cancel'),
  ]
  const resuming = begin && finish && cancel && { begin, finish, cancel }
  const [progress, setProgress] = useState<number | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [failed, setFailed] = useState<Task | null>(null)
  const control = useRef<AbortController | null>(null)
  useEffect(() => () => control.current?.abort(), [])

  const start = async (next: Task) => {
    setFailed(null)
    control.current = new AbortController()
    const { signal } = control.current
    setError(null)
    setProgress(0)
    try {
      const options = { name: next.name, progress: setProgress, signal }
      const url =
        resuming && scene === 'video' && next.file instanceof File
          ? await uploadInPieces(next.file, resuming, { scene, ...options })
          : await upload(next.file, { scene, ...options })
      onDone(url, next.name)
    } catch (failure) {
      if (signal.aborted) return
      setError(sentenceOf(failure, translate))
      setFailed(next)
    } finally {
      setProgress(null)
    }
  }
  return {
    progress,
    error,
    setError,
    start: (file: Blob, name: string) => void start({ file, name }),
    cancel: () => control.current?.abort(givenUp),
    ...(failed && { retry: () => void start(failed) }),
  }
}
