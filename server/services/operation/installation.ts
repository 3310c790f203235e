import { statfs } from 'node:fs/promises'

import type { InstallationFacts } from '../../context/services.ts'
import { recentAnchors } from '../../process/anchors.ts'
import type { ServerConfig } from '../../process/config.ts'
import type { LastBackup } from './lastBackup.ts'

/** Facts that are available without the database. */
export const installationFacts = async (
  { dataDir }: Pick<ServerConfig, 'dataDir'>,
  lastBackup: LastBackup,
): Promise<InstallationFacts> => {
  const { bavail, blocks, bsize } = await statfs(dataDir)
  const anchors = await recentAnchors()
  return {
    release: process.env['npm_package_version'] ?? '',
    disk: { freeBytes: bavail * bsize, sizeBytes: blocks * bsize },
    lastBackup: await lastBackup(),
    lastAnchorAt: anchors.at(-1)?.at ?? null,
  }
}
