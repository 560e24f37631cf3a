import { close, fstatSync, fsync, fsyncSync, openSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { privateMode } from './private-files.ts'

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
/** As Emscripten numbers them. */
const errno = { notSupported: 43, inputOutput: 29 }
const mostFailuresInACall = 1_000

/**
 * The files of a PGlite, with an fsync that is one (its own does nothing) and that a crowd of writers shares (DUR-1). At
 * each commit PostgreSQL writes its log and asks for the log's fsync: that one is owed here, and `flushed` pays it, off
 * the main thread, for all commits so far at once. PostgreSQL's rule that nothing reaches a data file before the log
 * does is kept by paying on the spot before anything but the log is written, renamed, cut or removed.
 */
export class EmbeddedFiles extends NodeFS {
  /** How far the log is written, in bytes since the database was made; 0 before the first write. */
  logPosition = 0
  /** Called once, when the engine has aborted: nothing can be asked of it any more. */
  onDeath: (() => void) | undefined

  /** Files that are on the disk as they were at the start, by their inodes: of them no fsync is needed. */
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
      this.#endWhenDead(module)
    }
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), takeOver] } }
  }

  /** From now on the log's fsync is owed; before (recovery) and after `settle` it is paid as it is asked for. */
  defer(): void {
    this.#synced.clear()
    this.#isDeferring = true
  }

  /** Pays what is owed and owes no more, for the engine's end. */
  settle(): void {
    this.#isDeferring = false
    this.#pay()
  }

  /** Resolves once all that was committed before is on the disk, at once where it is; rejects when the disk fails. */
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
    // Its only use is a hint to the kernel after a crash, for which Emscripten would read and write each file whole.
    ops.mmap = () => {
      throw new ErrnoError(errno.notSupported)
    }
    const { mknod, setattr: setattrOfNode } = nodeOps
    nodeOps.mknod = (parent, name, mode, device) => {
      const node = mknod(parent, name, privateMode(mode), device)
      // It may have the inode of one that was removed.
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

  /** Without it PGlite asks a dead engine for ever, and the whole process hangs: it takes an abort for an error in SQL. */
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
        // What the kernel could not write it may have dropped, and would call the next fsync a success.
        this.#die()
        reject(error)
      })
    })
    if (debts === this.#debts) this.#isOwed = false
  }
}

/** PGlite makes its files with the modes of a machine of one user, whatever the process's umask says (OPS-4). */
function withPrivateMode<Attributes extends { mode?: number }>(attributes: Attributes): Attributes {
  return attributes.mode === undefined ? attributes : { ...attributes, mode: privateMode(attributes.mode) }
}

function isLog({ node }: Stream): boolean {
  return node.parent.name === logDirectory && logSegment.test(node.name)
}

/** A segment's name is its timeline and its number, the number in two halves of which the lower counts 256 to each upper. */
function segmentStart(name: string): number {
  return (Number.parseInt(name.slice(8, 16), 16) * 256 + Number.parseInt(name.slice(16), 16)) * segmentBytes
}
