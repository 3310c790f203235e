/**
 * Milliseconds that the steps of a stop take at most, besides DRAIN_SECONDS: the requests that still run, the last
 * anchor of the logs, and the connections to a database that does not answer. Jobs end meanwhile. The sum is below the
 * time that deploy/compose.yaml and deploy/tenant-admin.service leave a process.
 */
export const stopLimits = { requests: 10_000, anchors: 3_000, connections: 3_000 }

/**
 * Milliseconds of a stop after which running jobs are told to end, after which they are returned to the queue
 * unfinished, and after which the process no longer waits for the database.
 */
export const jobStopLimits = { abort: 5_000, return: 7_000, end: 10_000 }
