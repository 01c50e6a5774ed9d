import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, vi } from 'vitest'
import { programs } from '../support/programs.ts'

const project = fileURLToPath(new URL('../..', import.meta.url))

export interface Outcome {
  code: number
  /** Standard output and errors, in the order of their arrival. */
  output: string
}

/** Runs a program to its end. */
export const run = (
  [program = '', ...args]: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv; input?: string } = {},
): Promise<Outcome> =>
  new Promise((resolve, reject) => {
    const { input, ...others } = options
    const child = spawn(program, args, { ...others, stdio: 'pipe' })
    const chunks: Buffer[] = []
    child.stdout.on('data', (chunk) => chunks.push(chunk))
    child.stderr.on('data', (chunk) => chunks.push(chunk))
    child.once('error', reject)
    child.once('close', (code) => resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString() }))
    child.stdin.end(input)
  })

/** Runs a program that must succeed; returns its output. */
export const succeed = async (...args: Parameters<typeof run>): Promise<string> => {
  const { code, output } = await run(...args)
  if (code !== 0) throw new Error(`${args[0].join(' ')} ended with ${code}\n${output}`)
  return output
}

/** A temporary folder in memory: unpacking, syncing and deleting a whole system would take minutes on a busy disk. */
export const temporaryFolder = (): string => mkdtempSync('/dev/shm/cartelera-deployment-')

export const requireRoot = (): void => {
  if (process.getuid?.() !== 0)
    throw new Error('The deployment is tried as root: namespaces, mounts and users.')
}

/** Packs the built product into a folder. */
export const packProduct = (folder: string): Promise<string> =>
  succeed(['npm', 'pack', '--silent', '--pack-destination', folder], { cwd: project })

/** Makes a file system of Debian 13, in a folder or an archive. */
export const makeDebian = (
  target: string,
  variant: 'apt' | 'minbase',
  ...packages: string[]
): Promise<string> => {
  const { mmdebstrap } = programs('mmdebstrap')
  // Without languages and `fsync` for each file, as this system lives for minutes.
  const options = ['--dpkgopt=force-unsafe-io', '--aptopt=Acquire::Languages "none"']
  const include = `--include=${['ca-certificates', ...packages].join(',')}`
  return succeed([mmdebstrap, `--variant=${variant}`, ...options, include, 'trixie', target])
}

/** The address of slirp4netns's name server inside a machine. */
const NAME_SERVER = '10.0.2.3'

const PATHS = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

export const childOf = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0])

const becomesTrue = (condition: () => boolean | Promise<boolean>): Promise<void> =>
  vi.waitFor(async () => expect(await condition()).toBe(true), { timeout: 120_000, interval: 100 })

/** Debian 13, started with systemd in namespaces of its own: it has users, services, ports and a log like a server. */
export class Machine {
  readonly folder = temporaryFolder()
  readonly root = join(this.folder, 'root')
  readonly #api = join(this.folder, 'network.sock')
  #system: ChildProcess | undefined
  #network: ChildProcess | undefined
  #init = 0

  async start(): Promise<void> {
    const { 'systemd-container': nspawn, slirp4netns } = programs('systemd-container', 'slirp4netns')
    await makeDebian(this.root, 'apt', 'systemd', 'systemd-sysv', 'dbus')
    writeFileSync(join(this.root, 'etc/resolv.conf'), `nameserver ${NAME_SERVER}\n`)
    const own = ['--register=no', '--keep-unit', '--private-network', '--resolv-conf=off', '--timezone=off']
    this.#system = spawn(
      nspawn,
      ['--quiet', '--boot', `--directory=${this.root}`, ...own, '--console=pipe'],
      {
        stdio: ['ignore', 'ignore', 'inherit'],
        // systemd 257 refuses to start in the older hierarchy that some machines have.
        env: { ...process.env, UNIFIED_CGROUP_HIERARCHY: '1' },
      },
    )
    const { pid = 0 } = this.#system
    await becomesTrue(() => childOf(pid) > 0)
    this.#init = childOf(pid)
    await becomesTrue(async () =>
      /^(running|degraded)/.test((await this.run('systemctl is-system-running')).output),
    )
    const network = ['--configure', '--mtu=65520', '--disable-host-loopback', `--api-socket=${this.#api}`]
    this.#network = spawn(slirp4netns, [...network, String(this.#init), 'tap0'], { stdio: 'ignore' })
    await becomesTrue(async () => (await this.run('grep tap0 /proc/net/route')).code === 0)
  }

  /** Runs commands of a shell as root. */
  run(script: string): Promise<Outcome> {
    const env = [`PATH=${PATHS}`, 'HOME=/root', 'LANG=C.UTF-8', 'DEBIAN_FRONTEND=noninteractive']
    const inside = ['nsenter', '--all', `--target=${this.#init}`, '--', 'env', '-i', ...env]
    return run([...inside, 'bash', '-euo', 'pipefail', '-c', `cd\n${script}`])
  }

  /** Runs commands that must succeed; returns their output. */
  async succeed(script: string): Promise<string> {
    const { code, output } = await this.run(script)
    if (code !== 0) throw new Error(`${script}\nended with ${code}\n${output}`)
    return output.trim()
  }

  /** Makes a port of the machine reachable by a port of this host. */
  async forward(port: number, hostPort: number): Promise<void> {
    const socket = connect(this.#api)
    const target = { proto: 'tcp', host_addr: '127.0.0.1', host_port: hostPort, guest_port: port }
    socket.end(JSON.stringify({ execute: 'add_hostfwd', arguments: target }))
    expect(JSON.parse(await text(socket))).toEqual({ return: { id: expect.any(Number) } })
  }

  async stop(): Promise<void> {
    for (const part of [this.#network, this.#system]) {
      if (part === undefined || part.exitCode !== null || part.signalCode !== null) continue
      const end = once(part, 'exit')
      part.kill('SIGKILL')
      await end
    }
    rmSync(this.folder, { recursive: true, force: true })
  }
}
