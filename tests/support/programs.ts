import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Debian's installation folder of PostgreSQL, with a subfolder per version. */
const VERSIONS = '/usr/lib/postgresql'

const newestPostgres = (): string => {
  const versions = existsSync(VERSIONS) ? readdirSync(VERSIONS).map(Number) : []
  return join(VERSIONS, String(Math.max(0, ...versions)), 'bin', 'postgres')
}

/** Debian's packages, each with its program. */
const PACKAGES = {
  postgresql: newestPostgres,
  pgbouncer: () => '/usr/sbin/pgbouncer',
  haproxy: () => '/usr/sbin/haproxy',
  mmdebstrap: () => '/usr/bin/mmdebstrap',
  'systemd-container': () => '/usr/bin/systemd-nspawn',
  slirp4netns: () => '/usr/bin/slirp4netns',
  buildah: () => '/usr/bin/buildah',
}

/** Paths of the programs of Debian's packages; throws if one is missing, with the command that installs it. */
export const programs = <Name extends keyof typeof PACKAGES>(...names: Name[]): Record<Name, string> => {
  const paths = Object.fromEntries(names.map((name) => [name, PACKAGES[name]()])) as Record<Name, string>
  const missing = names.filter((name) => !existsSync(paths[name]))
  if (missing.length === 0) return paths
  throw new Error(
    `Missing: ${missing.join(', ')}. On Debian: apt-get install -y --no-install-recommends ${missing.join(' ')}`,
  )
}
