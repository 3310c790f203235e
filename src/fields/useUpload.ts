import { useEffect, useRef, useState } from 'react'

import { sentenceOf } from '../../providers/envelope.ts'
import { upload } from '../../providers/upload.ts'
import type { UploadScene } from '../../resources/domain/uploadScene.ts'

type Task = { file: Blob; name: string }

/** One upload at a time: how far it is, what went wrong, and the file kept for another try. */
export const useUpload = (scene: UploadScene, onDone: (url: string, name: string) => void) => {
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
      const url = await upload(next.file, { scene, name: next.name, progress: setProgress, signal })
      onDone(url, next.name)
    } catch (failure) {
      if (signal.aborted) return
      setError(sentenceOf(failure))
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
    cancel: () => control.current?.abort(),
    ...(failed && { retry: () => void start(failed) }),
  }
}
