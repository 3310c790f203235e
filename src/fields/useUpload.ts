import { useMutation } from '@tanstack/react-query'
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
  const [progress, setProgress] = useState(0)
  /** Why a file was not taken at all. */
  const [refusal, setRefusal] = useState<string | null>(null)
  const control = useRef<AbortController | null>(null)
  useEffect(() => () => control.current?.abort(), [])

  const { mutate, isPending, error, variables, reset } = useMutation({
    mutationFn: ({ file, name }: Task) => {
      const { signal } = (control.current = new AbortController())
      setProgress(0)
      const options = { name, progress: setProgress, signal }
      return resuming && scene === 'video' && file instanceof File
        ? uploadInPieces(file, resuming, { scene, ...options })
        : upload(file, { scene, ...options })
    },
    // Called as the component was last drawn, so that what was typed beside the upload is not overwritten.
    onSuccess: (url, { name }) => onDone(url, name),
  })
  const start = (task: Task) => {
    setRefusal(null)
    mutate(task)
  }
  return {
    progress: isPending ? progress : null,
    error: refusal ?? (error && sentenceOf(error, translate)),
    setError: (sentence: string | null) => {
      reset()
      setRefusal(sentence)
    },
    start: (file: Blob, name: string) => start({ file, name }),
    cancel: () => {
      control.current?.abort(givenUp)
      reset()
    },
    ...(error && { retry: () => start(variables) }),
  }
}
