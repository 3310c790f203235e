import { useQuery } from '@tanstack/react-query'

import { download, type DownloadedFile } from '../../../providers/download.ts'
import type { InputOf } from '../../../resources/kit/index.ts'
import type { cards } from '../../../resources/cards/index.ts'

type OutputOptions = Omit<InputOf<typeof cards.calls.output>, 'id'>
/** Card that the file is generated from; the version is part of the query key. */
type OutputSource = { id: number; version: number }

/** Downloads a file of a card that the server generates. */
export const fetchOutput = (id: number, options: OutputOptions, signal = new AbortController().signal) =>
  download('cards.output', { id, ...options }, { signal, onBytes: () => {} })

/** Contents of a file as a data: URL, which phones can save with a long press. */
const dataUrlOf = (blob: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result)))
    reader.addEventListener('error', () => reject(new Error('The file cannot be read')))
    reader.readAsDataURL(blob)
  })

const identity = async (file: DownloadedFile) => file

/** Loads a generated file for display; `convert` may change its format. */
export const useOutput = ({ id, version }: OutputSource, options: OutputOptions, convert = identity) =>
  useQuery({
    queryKey: ['cards', 'output', id, version, options],
    queryFn: async ({ signal }) => {
      const file = await convert(await fetchOutput(id, options, signal))
      return { ...file, address: await dataUrlOf(file.blob) }
    },
    retry: false,
    staleTime: 60_000,
  })
