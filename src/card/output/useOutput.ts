import { useQuery } from '@tanstack/react-query'

import { download, type DownloadedFile } from '../../../providers/download.ts'
import type { InputOf } from '../../../resources/kit/index.ts'
import type { cards } from '../../../resources/cards/index.ts'

type Wanted = Omit<InputOf<typeof cards.calls.output>, 'id'>
/** Of the card that it is made of: another version of it is another file. */
type Source = { id: number; version: number }

/** A file of a card, made by the server. */
export const fetchOutput = (id: number, wanted: Wanted, signal = new AbortController().signal) =>
  download('cards.output', { id, ...wanted }, { signal, onBytes: () => {} })

/** What is in the file as an address of its own, which image elements show and phones save by a long press. */
const addressOf = (blob: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result)))
    reader.addEventListener('error', () => reject(new Error('The file cannot be read')))
    reader.readAsDataURL(blob)
  })

const asIs = async (file: DownloadedFile) => file

/** A file of a card to be looked at; `made` is what is made of it here. */
export const useOutput = ({ id, version }: Source, wanted: Wanted, made = asIs) =>
  useQuery({
    queryKey: ['cards', 'output', id, version, wanted],
    queryFn: async ({ signal }) => {
      const file = await made(await fetchOutput(id, wanted, signal))
      return { ...file, address: await addressOf(file.blob) }
    },
    retry: false,
    staleTime: 60_000,
  })
