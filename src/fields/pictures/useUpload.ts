import { useMutation } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useEffect, useRef, useState } from 'react'

import { errorSentence } from '../../../providers/envelope.ts'
import { cancelledByUser, uploadInPieces } from '../../../providers/resumedUpload.ts'
import { upload } from '../../../providers/upload.ts'
import type { UploadScene } from '../../../resources/domain/uploadScene.ts'
import { useServedCall } from '../../session/useCall.ts'

type Task = { file: Blob; name: string }

/**
 * State of a single upload: progress, error, and the file for another attempt. Videos resume where the upload stopped,
 * if the back-end has the calls for it.
 */
export const useUpload = (scene: UploadScene, onDone: (url: string, name: string) => void) => {
  const translate = useTranslate()
  const [begin, finish, cancel] = [
    useServedCall('uploads.begin'),
    useServedCall('uploads.finish'),
    useServedCall('uploads.cancel'),
  ]
  const resumableCalls = begin && finish && cancel && { begin, finish, cancel }
  const [progress, setProgress] = useState(0)
  /** Why a file was rejected before uploading. */
  const [rejectionMessage, setRejectionMessage] = useState<string | null>(null)
  const control = useRef<AbortController | null>(null)
  useEffect(() => () => control.current?.abort(), [])

  const { mutate, isPending, error, variables, reset } = useMutation({
    mutationFn: ({ file, name }: Task) => {
      const { signal } = (control.current = new AbortController())
      setProgress(0)
      const options = { name, progress: setProgress, signal }
      return resumableCalls && scene === 'video' && file instanceof File
        ? uploadInPieces(file, resumableCalls, { scene, ...options })
        : upload(file, { scene, ...options })
    },
    // react-query calls the latest callback, so that a value typed during the upload is not overwritten.
    onSuccess: (url, { name }) => onDone(url, name),
  })
  const start = (task: Task) => {
    setRejectionMessage(null)
    mutate(task)
  }
  return {
    progress: isPending ? progress : null,
    error: rejectionMessage ?? (error && errorSentence(error, translate)),
    setError: (sentence: string | null) => {
      reset()
      setRejectionMessage(sentence)
    },
    start: (file: Blob, name: string) => start({ file, name }),
    cancel: () => {
      control.current?.abort(cancelledByUser)
      reset()
    },
    ...(error && { retry: () => start(variables) }),
  }
}
