import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

import type { LogTarget, Services } from '../../context/services.ts'
import type { ServerConfig } from '../../process/config.ts'
import { archiveName } from '../audit/logArchive.ts'
import { bucketUploads } from '../files/bucketUploads.ts'
import { WordedError } from '../webhooks/failureReason.ts'
import { requestOutside } from './outsideRequest.ts'

// Where the log is forwarded to. The operator chooses the addresses, which may be of an internal network.

const compress = promisify(gzip)

/** Milliseconds until a target must have accepted a portion. */
const TIMEOUT_MS = 10_000

/** An answer by which the receiver does not accept these rows. */
export class RefusedRows extends WordedError {
  /** Whether it may accept other rows: it has read these, and not only turned the request away. */
  readonly isAboutRows: boolean
  constructor(status: number) {
    super(`接收方答复 HTTP ${status}`)
    this.isAboutRows = [400, 413, 422].includes(status)
  }
}

const withTimeout = (signal: AbortSignal | undefined, timeoutMs: number) =>
  AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])])

type Receiver = NonNullable<ServerConfig['logForwarding']['receiver']>

export const logReceiver = ({ url, token }: Receiver, timeoutMs = TIMEOUT_MS): LogTarget => ({
  address: url,
  send: ({ lines }, signal) =>
    requestOutside(
      new URL(url),
      {
        method: 'POST',
        headers: {
          'content-type': 'application/x-ndjson',
          'content-length': Buffer.byteLength(lines),
          'user-agent': 'tenant-admin-log',
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
        body: lines,
        signal: withTimeout(signal, timeoutMs),
        isPrivateAllowed: true,
      },
      ({ statusCode = 0 }) => {
        if (statusCode < 200 || statusCode > 299) throw new RefusedRows(statusCode)
        return Promise.resolve()
      },
    ),
})

type Bucket = NonNullable<ServerConfig['logForwarding']['bucket']>

/**
 * Each portion is an object of its own, which is never changed: the name has a part of the checksum of the lines, since
 * after a restore other rows have the places of those that were lost.
 */
export const logBucket = (bucket: Bucket, timeoutMs = TIMEOUT_MS): LogTarget => {
  const { put } = bucketUploads(bucket)
  return {
    address: bucket.url,
    send: async ({ firmId, from, to, lines }, signal) => {
      const checksum = createHash('sha256').update(lines).digest('hex').slice(0, 12)
      const name = `log-firm${firmId}-${archiveName(from, to, `-${checksum}`)}`
      await put(name, Readable.from([await compress(lines)]), withTimeout(signal, timeoutMs))
    },
  }
}

export const createLogTargets = ({
  logForwarding: { receiver, bucket },
}: Pick<ServerConfig, 'logForwarding'>): Services['logTargets'] => ({
  ...(receiver && { receiver: logReceiver(receiver) }),
  ...(bucket && { bucket: logBucket(bucket) }),
})
