import { connect, createServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'

export type Gate = {
  port: number
  /** Ends all connections and refuses new ones, as if the database was gone. */
  shut: () => Promise<void>
  /** Keeps connections open without passing data, as if the database was frozen. */
  freeze: () => void
  open: () => Promise<void>
}

/** A proxy between a server and its database that can interrupt the connection. */
export const createGate = async (socketPath: string): Promise<Gate> => {
  const sockets = new Set<Socket>()
  let isFrozen = false
  const keep = (socket: Socket): Socket => {
    sockets.add(socket)
    return socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  }
  const join = (from: Socket, to: Socket): void => {
    from.pipe(to)
    from.on('close', () => to.destroy())
  }
  const server: Server = createServer(client => {
    keep(client)
    // The connection is accepted, as by the kernel of a frozen machine, and never answered.
    if (isFrozen) return
    const inner = keep(connect(socketPath))
    join(client, inner)
    join(inner, client)
  })
  const listen = (port: number): Promise<void> =>
    new Promise(resolve => server.listen(port, '127.0.0.1', () => resolve()))
  const drop = (): void => sockets.forEach(socket => socket.destroy())
  await listen(0)
  const { port } = server.address() as AddressInfo
  return {
    port,
    shut: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        drop()
      }),
    freeze: () => {
      isFrozen = true
      sockets.forEach(socket => socket.unpipe().pause())
    },
    open: async () => {
      if (isFrozen) drop()
      isFrozen = false
      if (!server.listening) await listen(port)
    },
  }
}
