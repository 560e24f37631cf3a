import { close, fstatSync, fsync, fsyncSync, openSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { privateMode } from './private-files.ts'
import { leaveParserUnoptimised } from './unoptimised-parser.ts'

type Node = { name: string; parent: Node }
type Stream = { nfd: number; node: Node }
type StreamWrite = (stream: Stream, buffer: Uint8Array, offset: number, length: number, position: number) => number
type StreamOps = {
  write: StreamWrite
  setattr: (stream: Stream, attributes: { mode?: number }) => unknown
  fsync?: (stream: Stream) => number
  mmap: () => never
}
type NodeOps = Record<'rename' | 'unlink' | 'rmdir', (...details: unknown[]) => unknown> & {
  mknod: (parent: Node, name: string, mode: number, device: unknown) => Node
  setattr: (node: Node, attributes: { mode?: number }) => unknown
}
type ErrnoError = new (errno: number) => Error

const logDirectory = 'pg_wal'
const logSegment = /^[0-9A-F]{24}$/
const segmentBytes = 16 * 1024 * 1024
/** Error numbers of Emscripten. */
const errno = { notSupported: 43, inputOutput: 29 }
const mostFailuresInACall = 1_000

/**
 * Files of a PGlite with a real fsync (PGlite's own does nothing) that concurrent writers share (DUR-1). The fsync of the log at a commit
 * is postponed; `flushed` does it off the main thread, for all commits so far. Before any other file changes, the postponed fsync runs
 * immediately: PostgreSQL requires the log on disk before a data file.
 */
export class EmbeddedFiles extends NodeFS {
  /** End of the written log, in bytes since the creation of the database; 0 before the first write. */
  logPosition = 0
  /** Called once, when the engine has aborted. */
  onDeath: (() => void) | undefined

  /** Inodes of files that have not changed since the start and are on disk: they need no fsync. */
  readonly #synced: Set<number>
  #log: { path: string; fd: number } | undefined
  #isDeferring = false
  #isDead = false
  #isOwed = false
  #debts = 0
  #round: Promise<void> | undefined
  #nextRound: Promise<void> | undefined

  constructor(directory: string, syncedFiles: Set<number>) {
    super(directory)
    this.#synced = syncedFiles
  }

  override async init(...[pglite, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pglite, options)
    type Hook = NonNullable<typeof emscriptenOpts.preRun>[number]
    const takeOver: Hook = (module) => {
      this.#replace(module.NODEFS.stream_ops, module.NODEFS.node_ops, module.FS.ErrnoError)
      leaveParserUnoptimised(module)
      this.#endWhenDead(module)
    }
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), takeOver] } }
  }

  /** Postpones each fsync of the log from now on. Before (in recovery) and after `settle`, an fsync runs immediately. */
  defer(): void {
    this.#synced.clear()
    this.#isDeferring = true
  }

  /** Runs the postponed fsync and stops postponing, for the engine's end. */
  settle(): void {
    this.#isDeferring = false
    this.#pay()
  }

  /** Resolves when all earlier commits are on disk; rejects if the disk fails. */
  flushed(): Promise<void> {
    if (!this.#isOwed) return Promise.resolve()
    this.#nextRound ??= (this.#round ?? Promise.resolve()).then(() => {
      this.#round = this.#nextRound
      this.#nextRound = undefined
      return this.#payAside()
    })
    return this.#nextRound
  }

  #replace(ops: StreamOps, nodeOps: NodeOps, ErrnoError: ErrnoError): void {
    const orFail = (work: () => void) => {
      try {
        work()
      } catch {
        throw new ErrnoError(errno.inputOutput)
      }
    }
    const { write, setattr } = ops
    ops.write = (stream, buffer, offset, length, position) => {
      if (isLog(stream)) this.logPosition = segmentStart(stream.node.name) + position + length
      else orFail(() => this.#pay())
      this.#noteChange(stream)
      return write(stream, buffer, offset, length, position)
    }
    ops.setattr = (stream, attributes) => {
      orFail(() => this.#pay())
      this.#noteChange(stream)
      return setattr(stream, withPrivateMode(attributes))
    }
    ops.fsync = (stream) => {
      orFail(() => {
        if (this.#isDeferring && isLog(stream)) this.#owe(stream.node.name)
        else if (!this.#isSynced(stream)) fsyncSync(stream.nfd)
      })
      return 0
    }
    // Only used as a hint to the kernel after a crash; Emscripten would read and write each file as a whole for it.
    ops.mmap = () => {
      throw new ErrnoError(errno.notSupported)
    }
    const { mknod, setattr: setattrOfNode } = nodeOps
    nodeOps.mknod = (parent, name, mode, device) => {
      const node = mknod(parent, name, privateMode(mode), device)
      // The new file may have the inode of a removed one.
      this.#noteNode(node)
      return node
    }
    nodeOps.setattr = (node, attributes) => {
      orFail(() => this.#pay())
      this.#noteNode(node)
      return setattrOfNode(node, withPrivateMode(attributes))
    }
    for (const name of ['rename', 'unlink', 'rmdir'] as const) {
      const act = nodeOps[name]
      nodeOps[name] = (...details) => {
        orFail(() => this.#pay())
        return act(...details)
      }
    }
  }

  #noteNode(node: Node): void {
    if (this.#synced.size > 0) this.#synced.delete(statSync(this.#pathOf(node)).ino)
  }

  #pathOf(node: Node): string {
    return node.parent === node ? this.rootDir : join(this.#pathOf(node.parent), node.name)
  }

  #isSynced({ nfd }: Stream): boolean {
    return this.#synced.size > 0 && this.#synced.has(fstatSync(nfd).ino)
  }

  #noteChange({ nfd }: Stream): void {
    if (this.#synced.size > 0) this.#synced.delete(fstatSync(nfd).ino)
  }

  /** PGlite treats an abort as an SQL error: without this hook it would query a dead engine for ever, and the whole process would hang. */
  #endWhenDead(module: {
    stackSave: () => number
    stackRestore: (pointer: number) => number
    _pgl_pq_flush: () => void
  }): void {
    const { stackSave, stackRestore, _pgl_pq_flush } = module
    let failures = 0
    const refuseWhenDead = () => {
      if (this.#isDead) throw new Error('the embedded database has aborted')
    }
    Object.assign(module, { onAbort: () => this.#die() })
    module.stackSave = () => {
      refuseWhenDead()
      return stackSave()
    }
    module.stackRestore = (pointer) => {
      failures += 1
      if (failures > mostFailuresInACall) this.#die()
      refuseWhenDead()
      return stackRestore(pointer)
    }
    module._pgl_pq_flush = () => {
      failures = 0
      if (!this.#isDead) _pgl_pq_flush()
    }
  }

  #die(): void {
    if (!this.#isDead) this.onDeath?.()
    this.#isDead = true
  }

  #owe(segment: string): void {
    const path = join(this.rootDir, logDirectory, segment)
    if (this.#log?.path !== path) {
      this.#pay()
      this.#leave(this.#log?.fd)
      this.#log = { path, fd: openSync(path, 'r+') }
    }
    this.#isOwed = true
    this.#debts += 1
  }

  #leave(fd: number | undefined): void {
    if (fd === undefined) return
    const leave = () => close(fd)
    if (this.#round) this.#round.then(leave, leave)
    else leave()
  }

  #pay(): void {
    if (!this.#isOwed || !this.#log) return
    try {
      fsyncSync(this.#log.fd)
    } catch (error) {
      this.#die()
      throw error
    }
    this.#isOwed = false
  }

  async #payAside(): Promise<void> {
    const [log, debts] = [this.#log, this.#debts]
    if (!this.#isOwed || !log) return
    await new Promise<void>((resolve, reject) => {
      fsync(log.fd, (error) => {
        if (error === null) return resolve()
        // The kernel may have dropped unwritten data; the next fsync would then wrongly succeed.
        this.#die()
        reject(error)
      })
    })
    if (debts === this.#debts) this.#isOwed = false
  }
}

/** Removes access of other users: PGlite creates its files with open modes, regardless of the process's umask (OPS-4). */
function withPrivateMode<Attributes extends { mode?: number }>(attributes: Attributes): Attributes {
  return attributes.mode === undefined ? attributes : { ...attributes, mode: privateMode(attributes.mode) }
}

function isLog({ node }: Stream): boolean {
  return node.parent.name === logDirectory && logSegment.test(node.name)
}

/** Returns the log position of a segment. Its name is the timeline and a number in two halves; the lower half counts 256 to each upper. */
function segmentStart(name: string): number {
  return (Number.parseInt(name.slice(8, 16), 16) * 256 + Number.parseInt(name.slice(16), 16)) * segmentBytes
}
